import Foundation

/// The user's consent, and the number of erasures: the content of the file `consent`.
///
/// Documentation/JournalFormat.md, section 16.
package struct ConsentRecord: Codable, Equatable, Sendable {
  /// The general consent, which applies to categories without their own; nil until the app has set
  /// it.
  package var consent: Consent?
  package var categories: [String: Consent] = [:]
  package var isTracking = true
  /// The number of erasures that were begun; `erasuresSetAside` counts those whose data has been
  /// made inaccessible.
  package var erasures: UInt64 = 0
  package var erasuresSetAside: UInt64 = 0

  package init() {}

  package init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = record
    // A forged number must leave room for later ones.
    erasures = min(erasures, Self.mostErasures)
    erasuresSetAside = min(erasuresSetAside, Self.mostErasures)
  }

  /// A limit that no real number of erasures reaches.
  package static let mostErasures: UInt64 = 1 << 53

  /// Sets the consent for categories, and returns the categories for which there is no room.
  ///
  /// A new category that does not fit is left out, so that later changes of the others can always
  /// be stored. A denial may use half as much room again. The SDK's own categories always fit.
  package mutating func set(_ consents: [ConsentCategory: Consent], room: Int) -> [ConsentCategory]
  {
    var left: [ConsentCategory] = []
    var bytes = encoded().count
    for (category, consent) in consents.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let before = categories[category.rawValue]
      categories[category.rawValue] = consent
      // Replacing a consent may take a few more bytes, for which room is reserved.
      guard before == nil else { continue }
      let own = ConsentCategory.own.contains(category)
      let most = consent == .denied ? room + room / 2 : room
      let size = Self.jsonBytes(category)
      if category.isStorable, own || bytes + size <= most {
        bytes += size
      } else {
        categories[category.rawValue] = nil
        left.append(category)
      }
    }
    return left
  }

  /// Returns the maximum number of bytes that a category and its consent take.
  private static func jsonBytes(_ category: ConsentCategory) -> Int {
    category.rawValue.utf8.reduce(16) { bytes, byte in
      bytes + (byte < 0x20 || byte == 0x22 || byte == 0x2F || byte == 0x5C ? 6 : 1)
    }
  }

  package func encoded() -> [UInt8] {
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }

  /// Returns the consent for a category, or else the general consent.
  package func consent(for category: ConsentCategory, otherwise standard: Consent) -> Consent {
    categories[category.rawValue] ?? consent ?? standard
  }

  /// Returns the most permissive consent: recording stops only when everything is denied.
  package func most(otherwise standard: Consent) -> Consent {
    categories.values.reduce(consent ?? standard) { $0.rank < $1.rank ? $1 : $0 }
  }
}
