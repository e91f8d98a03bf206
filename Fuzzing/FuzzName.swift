#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum FuzzName {
  /// The name of the target, and after a colon the part of it that is used.
  ///
  /// The environment selects it: one program contains all.
  static let selected = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "segment"
}
