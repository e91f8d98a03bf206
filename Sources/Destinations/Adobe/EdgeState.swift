import Cairn
import CairnContent
import Foundation

/// State that the network returns for later requests: entries and a location hint, each until it
/// expires.
struct EdgeState: Equatable, Codable {
  struct Entry: Equatable, Codable {
    var key: String
    var value: String
    /// The maximum age, in seconds.
    var maxAge: Int
    /// The expiry time.
    var expires: WallTime

    var properties: [String: Value] {
      ["key": .string(key), "value": .string(value), "maxAge": .int(maxAge)]
    }
  }

  private struct Hint: Equatable, Codable {
    var name: String
    var expires: WallTime
  }

  private static let longest = Int(clamping: Int64(1) << 40)
  private static let hintCharacters = CharacterSet.alphanumerics.union(.init(charactersIn: "-_"))
  private var entries: [Entry] = []
  private var hint: Hint?

  init() {}

  /// Decodes stored state; empty if there is none or if it cannot be decoded.
  init(_ kept: [UInt8]?) {
    self = kept.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)) } ?? EdgeState()
  }

  var encoded: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }

  func entries(at now: WallTime) -> [Entry] { entries.filter { $0.expires > now } }

  func hint(at now: WallTime) -> String? { hint.flatMap { $0.expires > now ? $0.name : nil } }

  mutating func take(_ handle: Value, at now: WallTime) {
    let payload = handle["payload"]?.arrayValue ?? []
    switch handle["type"]?.stringValue {
    case "state:store": for item in payload { store(item, now) }
    case "locationHint:result": for item in payload { locate(item, now) }
    default: break
    }
  }

  /// Stores an entry.
  ///
  /// A maximum age of zero removes the entry.
  private mutating func store(_ item: Value, _ now: WallTime) {
    guard let key = item["key"]?.stringValue else { return }
    entries.removeAll { $0.key == key || $0.expires <= now }
    guard let value = item["value"]?.stringValue, let age = Self.seconds(item["maxAge"]), age > 0
    else { return }
    entries.append(Entry(key: key, value: value, maxAge: age, expires: now + .seconds(age)))
  }

  /// Stores a location hint.
  ///
  /// Only safe characters are accepted, because the hint becomes a part of the path.
  private mutating func locate(_ item: Value, _ now: WallTime) {
    guard item["scope"]?.stringValue == "EdgeNetwork", let name = item["hint"]?.stringValue,
      !name.isEmpty,
      name.unicodeScalars.allSatisfy(Self.hintCharacters.contains),
      let life = Self.seconds(item["ttlSeconds"])
    else { return }
    hint = life > 0 ? Hint(name: name, expires: now + .seconds(life)) : nil
  }

  private static func seconds(_ item: Value?) -> Int? {
    item?.doubleValue.map { Int(min(max($0, 0), Double(longest))) }
  }
}
