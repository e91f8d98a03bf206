#if canImport(Darwin)
import Darwin
#endif

/// Identifies the boot of the machine: a file of an earlier boot may have lost unsynced data.
package enum BootID {
  /// Returns a hash of the system's identifier for this boot; 0 if there is none.
  package static func identifier(_ files: any FileSystem) -> UInt64 {
    let bytes = systemIdentifier(files)
    return bytes.isEmpty ? 0 : XXH64.hash(bytes, seed: 0)
  }

  #if canImport(Darwin)
  private static func systemIdentifier(_ files: any FileSystem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var size = bytes.count
    guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return [] }
    return Array(bytes.prefix(size).prefix { $0 != 0 })
  }
  #else
  private static func systemIdentifier(_ files: any FileSystem) -> [UInt8] {
    guard let file = try? OpenFile("/proc/sys/kernel/random/boot_id", .read, in: files),
      let bytes = try? file.read(64, at: 0)
    else { return [] }
    return bytes.filter { $0 > 0x20 }
  }
  #endif
}
