/// The number of allocated bytes, according to AddressSanitizer.
enum AllocatedBytes {
  /// The maximum since `begin`.
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

// Sendable: numbers for measurement only. Targets run on one thread; a concurrent allocation of a
// system library makes them slightly inexact.
private nonisolated(unsafe) var counts: (now: Int, most: Int) = (0, 0)

@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func installHooks(
  _ malloc: @convention(c) (UnsafeRawPointer?, Int) -> Void,
  _ free: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ pointer: UnsafeRawPointer) -> Int
