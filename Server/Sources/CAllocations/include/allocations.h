/// The number of calls of malloc, calloc, realloc and aligned allocations that this process has made; -1 where they
/// cannot be counted.
long long allocations_count(void);
