import Foundation

/// What the user has said, and how often all was erased: the content of the file `consent`.
///
/// Documentation/JournalFormat.md, section 16.
package struct ConsentRecord: Codable, Equatable, Sendable {
  /// What holds where nothing else was said; nil until the app has said it.
  package var consent: Consent?
  package var categories: [String: Consent] = [:]
  package var isTracking = true
  /// How many erasures were begun, and how many of them have taken out of reach what they erase.
  package var erasures: UInt64 = 0
  package var erasuresSetAside: UInt64 = 0

  package init() {}

  package init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = record
    // A forged number must leave others behind it.
    erasures = min(erasures, Self.mostErasures)
    erasuresSetAside = min(erasuresSetAside, Self.mostErasures)
  }

  /// More erasures than there can have been.
  package static let mostErasures: UInt64 = 1 << 53

  /// Says what was decided of categories; which of them there is no room for.
  ///
  /// One that is not said yet is left out then, so that what is said of others and later can always be stored. A denial
  /// has half as much room again, and the SDK's own categories always have it.
  package mutating func set(_ consents: [ConsentCategory: Consent], room: Int) -> [ConsentCategory]
  {
    var left: [ConsentCategory] = []
    var bytes = encoded().count
    for (category, consent) in consents.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let before = categories[category.rawValue]
      categories[category.rawValue] = consent
      // A word may be longer than the one that it replaces, by as much as was kept free.
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

  /// The most that a category and what was said of it take.
  private static func jsonBytes(_ category: ConsentCategory) -> Int {
    category.rawValue.utf8.reduce(16) { bytes, byte in
      bytes + (byte < 0x20 || byte == 0x22 || byte == 0x2F || byte == 0x5C ? 6 : 1)
    }
  }

  package func encoded() -> [UInt8] {
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }

  /// What was said of a category, or else of everything.
  package func consent(for category: ConsentCategory, otherwise standard: Consent) -> Consent {
    categories[category.rawValue] ?? consent ?? standard
  }

  /// The most that was agreed to: nothing is recorded only when all is denied.
  package func most(otherwise standard: Consent) -> Consent {
    categories.values.reduce(consent ?? standard) { $0.rank < $1.rank ? $1 : $0 }
  }
}
