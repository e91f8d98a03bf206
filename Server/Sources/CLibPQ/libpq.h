// Debian keeps the header in a folder of its own; pkg-config names that of other systems.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
