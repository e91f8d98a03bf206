// A disk in memory that writes down, in one order, all that reaches it. Three files, by FUSE:
//
//   disk       a block device's content: every write and every flush is recorded
//   acks       lines that a program adds here are recorded among them: what it promised, and when
//   requests   the same for what a server received
//
// A record: type (1 write, 2 flush, 3 acks, 4 requests), offset, length, 8 bytes each; then the bytes.
// usage: recorder IMAGE LOG MOUNTPOINT
#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fuse.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DISK = 1, FLUSH = 2, ACKS = 3, REQUESTS = 4 };

static uint8_t *disk;
static size_t size;
static FILE *out;

static int kind(const char *path) {
  if (strcmp(path, "/disk") == 0) return DISK;
  if (strcmp(path, "/acks") == 0) return ACKS;
  if (strcmp(path, "/requests") == 0) return REQUESTS;
  return 0;
}

static void record(uint64_t type, uint64_t offset, const void *bytes, uint64_t length) {
  uint64_t head[3] = {type, offset, length};
  if (fwrite(head, sizeof head, 1, out) != 1 || (length > 0 && fwrite(bytes, length, 1, out) != 1)
      || fflush(out) != 0) {
    perror("recorder");
    exit(1);
  }
}

static int get_attributes(const char *path, struct stat *status, struct fuse_file_info *file) {
  (void)file;
  memset(status, 0, sizeof *status);
  if (strcmp(path, "/") == 0) {
    status->st_mode = S_IFDIR | 0755;
    status->st_nlink = 2;
    return 0;
  }
  if (kind(path) == 0) return -ENOENT;
  status->st_mode = S_IFREG | 0600;
  status->st_nlink = 1;
  status->st_size = kind(path) == DISK ? (off_t)size : 0;
  return 0;
}

static int open_file(const char *path, struct fuse_file_info *file) {
  if (kind(path) == 0) return -ENOENT;
  // Nothing may be held back: the order is what this is for.
  file->direct_io = 1;
  return 0;
}

static int read_bytes(const char *path, char *bytes, size_t length, off_t offset, struct fuse_file_info *file) {
  (void)file;
  if (kind(path) != DISK || (size_t)offset >= size) return 0;
  if (length > size - offset) length = size - offset;
  memcpy(bytes, disk + offset, length);
  return (int)length;
}

static int write_bytes(const char *path, const char *bytes, size_t length, off_t offset, struct fuse_file_info *file) {
  (void)file;
  if (kind(path) == DISK) {
    if ((size_t)offset > size || length > size - offset) return -ENOSPC;
    memcpy(disk + offset, bytes, length);
  }
  record(kind(path), offset, bytes, length);
  return (int)length;
}

static int flush_disk(const char *path, int data_only, struct fuse_file_info *file) {
  (void)data_only, (void)file;
  if (kind(path) == DISK) record(FLUSH, 0, NULL, 0);
  return 0;
}

static int load(const char *path) {
  FILE *image = fopen(path, "rb");
  if (!image || fseek(image, 0, SEEK_END) != 0) return -1;
  size = (size_t)ftell(image);
  rewind(image);
  disk = malloc(size);
  if (!disk || fread(disk, 1, size, image) != size) return -1;
  return fclose(image);
}

int main(int count, char **arguments) {
  if (count != 4) {
    fputs("usage: recorder IMAGE LOG MOUNTPOINT\n", stderr);
    return 2;
  }
  out = fopen(arguments[2], "wb");
  if (load(arguments[1]) != 0 || !out) {
    perror("recorder");
    return 1;
  }
  static const struct fuse_operations operations = {
    .getattr = get_attributes, .open = open_file, .read = read_bytes, .write = write_bytes, .fsync = flush_disk};
  // In the foreground, and one request after the other.
  char *options[] = {arguments[0], "-f", "-s", arguments[3]};
  return fuse_main(4, options, &operations, NULL);
}
