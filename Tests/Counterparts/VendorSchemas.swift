import Foundation
package import Testing

/// Schemas that vendors publish.
///
/// Their licences do not permit copies here: they are beside this package, or in the folder that
/// `CAIRN_VENDOR_SCHEMAS` names.
package enum VendorSchemas {
  private static let folder =
    ProcessInfo.processInfo.environment["CAIRN_VENDOR_SCHEMAS"]
    ?? Checkout.path("../shared/wire/vendor")

  package static var areThere: Bool { FileManager.default.fileExists(atPath: folder) }

  package static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Returns the problems of the bodies according to the JSON schema with this name: `3:
  /// events/0/name: …`; empty when there are none.
  package static func faults(of bodies: [[UInt8]], by name: String) async throws -> [String] {
    try await Python.run("validate.py", [path(name)], lines: bodies)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test when the schemas of vendors are not available.
  package static var needsVendorSchemas: Self {
    .enabled(
      if: VendorSchemas.areThere,
      "no schemas of vendors in ../shared/wire/vendor: set CAIRN_VENDOR_SCHEMAS to their folder")
  }
}
