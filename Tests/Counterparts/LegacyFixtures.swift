import Foundation
package import Testing

/// Stores of other SDKs, with the events and the identity that they hold.
///
/// They are not part of this package: they are beside it, or in the folder that
/// `CAIRN_LEGACY_STORES` names.
package enum LegacyFixtures {
  private static let folder =
    ProcessInfo.processInfo.environment["CAIRN_LEGACY_STORES"]
    ?? Checkout.path("../shared/wire/legacy")

  package static var areThere: Bool { FileManager.default.fileExists(atPath: folder) }

  /// The cases: the folders with a `store`, as paths below the folder of all, sorted.
  package static let cases: [String] = {
    let names = FileManager.default.enumerator(atPath: folder)
    var cases: [String] = []
    while let name = names?.nextObject() as? String {
      guard name.hasSuffix("/store") else { continue }
      cases.append(String(name.dropLast("/store".count)))
      names?.skipDescendants()
    }
    return cases.sorted()
  }()

  /// Returns the folder of a case's container.
  package static func store(of name: String) -> String { "\(folder)/\(name)/store" }

  /// Returns a file beside the container of a case; nil when there is none.
  package static func file(_ file: String, of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(folder)/\(name)/\(file)").map { [UInt8]($0) }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test when the stores of other SDKs are not available.
  package static var needsLegacyStores: Self {
    .enabled(
      if: LegacyFixtures.areThere,
      "no stores of other SDKs in ../shared/wire/legacy: set CAIRN_LEGACY_STORES to their folder")
  }
}
