import Cairn
import CairnMigration
import Counterparts

/// What the readers find in stores.
struct StoreContents: Equatable {
  var events: [LegacyEvent] = []
  var lost: [String] = []
  var skipped: [String: Int] = [:]
  var identities: [LegacyIdentity] = []
  var unusable: [UnusableFile] = []

  init(_ stores: [LegacyStore], _ files: any FileSystem) throws {
    for store in stores {
      identities.append(store.identity)
      unusable += store.unusable
      for queue in store.queues {
        var reader = try queue.open(queue.path, files)
        while let item = try reader.next() {
          switch item {
          case .event(let event): events.append(event)
          case .lost(let reason, let label): lost.append("\(label): \(reason.rawValue)")
          case .skipped(let kind): skipped[kind, default: 0] += 1
          }
        }
      }
    }
  }

  var identity: LegacyIdentity { identities.first { !$0.isEmpty } ?? LegacyIdentity() }
}

/// The differences between a value and the one that was expected.
struct Differences: CustomStringConvertible {
  private(set) var texts: [String] = []
  var isEmpty: Bool { texts.isEmpty }
  var description: String { texts.prefix(20).joined(separator: "\n") }

  /// Compares two values: numbers as doubles unless both are integers, texts by their scalars, and
  /// objects without an order.
  mutating func compare(_ found: Value?, _ expected: Value?, at path: String) {
    switch (found, expected) {
    case (.object(let found)?, .object(let expected)?):
      let names = Set(found.keys.map { Array($0.utf8) }).union(expected.keys.map { Array($0.utf8) })
      for name in names.map({ String(decoding: $0, as: UTF8.self) }).sorted() {
        compare(found[name], expected[name], at: "\(path).\(name)")
      }
    case (.array(let found)?, .array(let expected)?) where found.count == expected.count:
      for (place, pair) in zip(found, expected).enumerated() {
        compare(pair.0, pair.1, at: "\(path)[\(place)]")
      }
    case (.string(let found)?, .string(let expected)?):
      if Array(found.utf8) != Array(expected.utf8) { add(path, .string(found), .string(expected)) }
    case (.int(let found)?, .int(let expected)?):
      if found != expected { add(path, .int(found), .int(expected)) }
    case (let found?, let expected?)
    where found.doubleValue != nil && found.doubleValue == expected.doubleValue: break
    default: if found != expected { add(path, found, expected) }
    }
  }

  private mutating func add(_ path: String, _ found: Value?, _ expected: Value?) {
    func text(_ value: Value?) -> String {
      value.map { String(decoding: $0.json, as: UTF8.self) } ?? "nothing"
    }
    texts.append("\(path): found \(text(found)), expected \(text(expected))")
  }
}
