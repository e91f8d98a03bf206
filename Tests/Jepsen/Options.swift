/// A command, and options of the form `--name value`.
struct Options: Sendable {
  let command: String
  private var values: [String: String] = [:]

  struct Failure: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }

  init(_ words: [String]) throws {
    var rest = Array(words.dropFirst())
    if let first = rest.first, !first.hasPrefix("--") {
      command = first
      rest.removeFirst()
    } else {
      command = "run"
    }
    for place in stride(from: 0, to: rest.count, by: 2) {
      guard rest[place].hasPrefix("--"), place + 1 < rest.count else {
        throw Failure(text: Jepsen.usage)
      }
      values[String(rest[place].dropFirst(2))] = rest[place + 1]
    }
  }

  func text(_ name: String) -> String? { values[name] }

  func required(_ name: String) throws -> String {
    guard let value = values[name] else { throw Failure(text: "--\(name) is missing") }
    return value
  }

  func number<Number: LosslessStringConvertible>(_ name: String, _ standard: Number) throws
    -> Number
  {
    guard let text = values[name] else { return standard }
    guard let number = Number(text) else { throw Failure(text: "--\(name) \(text)?") }
    return number
  }
}
