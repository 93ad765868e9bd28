/* Writes files as C arrays, so that the program carries its data with it.
 *
 *     embed ROOT NAME ...  > data_files.c
 *
 * Each NAME is a file below ROOT and becomes an entry of data_files[] of that name; every file
 * is followed by a 0 that its length does not count, so text can be read as a string. This is
 * a program of the build and not part of qkv. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, BYTES_PER_LINE = 20 };

/* A name goes into a string of the generated source; these characters need no escape there. */
static bool
is_plain(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789._-/";
    return name[0] != '\0' && name[strspn(name, plain)] == '\0';
}

/* Writes the array file_INDEX with the bytes of root/name. On failure returns false and has
 * said why. */
static bool
write_array(const char *root, const char *name, int index)
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/%s", root, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        fprintf(stderr, "embed: %s: the path is too long\n", name);
        return false;
    }
    if (!is_plain(name)) {
        fprintf(stderr,
                "embed: %s: a name may have letters, digits, '.', '_', '-' and '/'\n",
                path);
        return false;
    }
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "embed: %s: %s\n", path, strerror(errno));
        return false;
    }
    printf("static const unsigned char file_%d[] = {", index);
    int byte;
    for (int column = 0; (byte = getc(file)) != EOF; column++) {
        printf("%s%d,", column % BYTES_PER_LINE == 0 ? "\n    " : " ", byte);
    }
    printf("\n    0};\n\n");
    bool good = !ferror(file);
    if (!good) {
        fprintf(stderr, "embed: %s: %s\n", path, strerror(errno));
    }
    fclose(file);
    return good;
}

int
main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: embed ROOT NAME ...\n");
        return EXIT_FAILURE;
    }
    printf(
        "/* Generated from the files under %s. */\n#include \"source/data_files.h\"\n\n",
        argv[1]);
    for (int i = 2; i < argc; i++) {
        if (!write_array(argv[1], argv[i], i - 2)) {
            return EXIT_FAILURE;
        }
    }
    /* The last entry is not counted: without any file the table would be empty, which C does
     * not allow. */
    printf("const struct data_file data_files[] = {\n");
    for (int i = 2; i < argc; i++) {
        printf("    {\"%s\", file_%d, sizeof file_%d - 1},\n", argv[i], i - 2, i - 2);
    }
    printf("    {0, 0, 0},\n};\n\nconst size_t data_file_count = %d;\n", argc - 2);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "embed: cannot write: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
