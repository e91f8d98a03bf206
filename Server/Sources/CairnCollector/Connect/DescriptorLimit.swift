import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How many files and connections the process may have open.
enum DescriptorLimit {
  /// Those of the database, of the files of keys and settings, of the log, and of the connections that are just being
  /// closed.
  static let reserve = 96

  /// The connections that leave the reserve free, and no more than `wanted`.
  static func connections(_ wanted: Int) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
    let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
    let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    guard result == 0, limit.rlim_cur < Int32.max else { return wanted }
    return connections(wanted, ofDescriptors: Int(limit.rlim_cur))
  }

  static func connections(_ wanted: Int, ofDescriptors limit: Int) -> Int {
    max(8, min(wanted, limit - reserve))
  }
}
