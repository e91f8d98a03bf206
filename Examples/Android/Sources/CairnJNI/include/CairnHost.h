#ifndef CAIRN_HOST_H
#define CAIRN_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// UTF-8 text that is valid during the call.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} CairnText;

/// The number of bytes of an event's identifier.
enum { CairnIdentifierLength = 36 };

#endif
