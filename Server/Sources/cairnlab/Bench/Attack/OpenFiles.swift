import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The number of files and connections that this process and its children may have open.
enum OpenFiles {
  /// Raises the limit as far as the system permits, up to 4 096.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4_096))
    _ = setrlimit(resource, &limit)
  }

  #if canImport(Glibc)
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  private static let resource = RLIMIT_NOFILE
  #endif
}
