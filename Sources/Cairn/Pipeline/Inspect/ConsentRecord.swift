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
