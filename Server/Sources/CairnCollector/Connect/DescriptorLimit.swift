import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The number of files and connections that the process may have open.
enum DescriptorLimit {
  /// The descriptors for the database, for the files of keys and settings, for the log, and for
  /// connections that are being closed.
  static let reserve = 96

  /// Returns the number of connections that leaves the reserve free, at most `wanted`.
  static func connections(_ wanted: Int) -> Int {
    guard let limit = current else { return wanted }
    return connections(wanted, ofDescriptors: limit)
  }

  /// The number of descriptors that the process may have open; nil without a limit.
  static var current: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
    let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
    let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    guard result == 0, limit.rlim_cur < Int32.max else { return nil }
    return Int(limit.rlim_cur)
  }

  static func connections(_ wanted: Int, ofDescriptors limit: Int) -> Int {
    max(8, min(wanted, limit - reserve))
  }
}
