/// How many bytes are allocated at the same time, as AddressSanitizer counts them.
enum AllocatedBytes {
  /// The most since `begin`.
  static var most: Int { counts.most }

  static func install() {
    _ = installHooks(
      { _, size in
        counts.now += size
        counts.most = max(counts.most, counts.now)
      },
      { pointer in
        if let pointer { counts.now -= allocatedSize(pointer) }
      })
  }

  static func begin() { counts = (0, 0) }
}

// Sendable: numbers that only measure. Targets run on one thread; a thread of the system's libraries that allocates at the same
// time makes them inexact by what it uses, which is little.
private nonisolated(unsafe) var counts: (now: Int, most: Int) = (0, 0)

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
  _ malloc: @convention(c) (UnsafeRawPointer?, Int) -> Void,
  _ free: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ pointer: UnsafeRawPointer) -> Int
