#if canImport(Darwin)
import Darwin
#endif
import Foundation

/// The device of the app, as described by the system; devices of one model have equal values.
package struct Device: Equatable, Sendable {
  package var manufacturer: String?
  /// The maker's name of the model, such as `iPhone17,1`.
  package var model: String?
  /// `phone`, `tablet`, `tv`, `watch`, `headset`, `desktop` or `server`.
  package var type: String

  package init(manufacturer: String? = nil, model: String? = nil, type: String) {
    self.manufacturer = manufacturer
    self.model = model
    self.type = type
  }
}

extension Device {
  /// Returns the type of a device of Apple's: of its model, the system that the app was built for,
  /// and whether an app for iOS runs on a Mac.
  package static func appleType(
    ofModel model: String, runs system: String, isOnMac: Bool
  ) -> String {
    switch system {
    case "macOS": "desktop"
    case "tvOS": "tv"
    case "watchOS": "watch"
    case "visionOS": "headset"
    default: isOnMac ? "desktop" : model.hasPrefix("iPad") ? "tablet" : "phone"
    }
  }
}

#if canImport(Darwin)
extension Device {
  package static func current(_ files: any FileSystem) -> Device {
    let model = simulated ?? system(modelKey)
    let type = appleType(
      ofModel: model ?? "", runs: SystemInfo.systemName, isOnMac: SystemInfo.isOnMac)
    return Device(manufacturer: "Apple", model: model, type: type)
  }

  private static var simulated: String? {
    ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
  }

  private static var modelKey: String {
    #if os(macOS)
    "hw.model"
    #elseif os(iOS)
    SystemInfo.isOnMac ? "hw.model" : "hw.machine"
    #else
    "hw.machine"
    #endif
  }

  private static func system(_ key: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 128)
    var size = bytes.count
    guard sysctlbyname(key, &bytes, &size, nil, 0) == 0 else { return nil }
    return String(decoding: bytes.prefix(size).prefix { $0 != 0 }, as: UTF8.self)
  }
}
#elseif os(Android)
extension Device {
  package static func current(_ files: any FileSystem) -> Device { Device(type: "phone") }
}
#else
extension Device {
  /// Returns the device according to the firmware, if it can be read; a container or a virtual
  /// machine may have none.
  package static func current(_ files: any FileSystem) -> Device {
    Device(
      manufacturer: firmware("sys_vendor", files), model: firmware("product_name", files),
      type: type(ofChassis: firmware("chassis_type", files).flatMap(Int.init)))
  }

  private static func firmware(_ name: String, _ files: any FileSystem) -> String? {
    guard let file = try? OpenFile("/sys/class/dmi/id/\(name)", .read, in: files),
      let bytes = try? file.read(128, at: 0)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }

  /// Returns the type according to the SMBIOS specification, 7.4.1: desktops, portables and similar
  /// types; all others are servers.
  package static func type(ofChassis chassis: Int?) -> String {
    let personal: Set = [3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 24, 31, 32, 34, 35, 36]
    return chassis.map(personal.contains) == true ? "desktop" : "server"
  }
}
#endif
