/* Writing JSON and reading it again. */
#include "support/reread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "view/out/json.h"

json_t *
reread_json(struct session *session)
{
    json_error_t error;
    int lines = 0, c, last = 0;
    FILE *stream = tmpfile();
    assert_non_null(stream);
    assert_true(json_write(&session->app, stream, &session->err));
    rewind(stream);
    for (; (c = fgetc(stream)) != EOF; last = c)
        lines += c == '\n';
    assert_true(lines == 1 && last == '\n');
    rewind(stream);
    json_t *root = json_loadf(stream, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(root))
        fail_msg("no object: %s", error.text);
    fclose(stream);
    return root;
}

json_t *
reread_tensor(json_t *root, const char *name)
{
    json_t *all = json_object_get(root, "tensors"), *tensor = json_object_get(all, name);
    for (json_t *same; (same = json_object_get(tensor, "same_as")) != NULL;)
        tensor = json_object_get(all, json_string_value(same));
    return tensor;
}
