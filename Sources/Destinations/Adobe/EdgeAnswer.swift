import Cairn
import CairnContent
import Foundation

/// What the network answered: fragments of JSON, a line each, with a NUL between them.
struct EdgeAnswer {
  private(set) var handles: [Handle] = []
  /// What went wrong behind the network though it took the request; a few words each.
  private(set) var problems: [String] = []

  struct Handle: Decodable, Equatable {
    var type: String
    var payload: [[String: Item]]?
    /// Of the event that it is about.
    var eventIndex: Int?
  }

  /// A text or a number; anything else is nil.
  struct Item: Decodable, Equatable {
    var text: String?
    var number: Double?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try? container.decode(String.self)
      number = text == nil ? try? container.decode(Double.self) : nil
    }
  }

  private struct Fragment: Decodable {
    var handle: [Handle]?
    var errors: [Problem]?
    var warnings: [Problem]?
  }

  private struct Problem: Decodable {
    var title: String?
    var type: String?
    var status: Int?
  }

  init(_ body: [UInt8]) {
    for line in body.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0 }) {
      guard let fragment = try? JSONDecoder().decode(Fragment.self, from: Data(line)) else {
        continue
      }
      handles += fragment.handle ?? []
      for problem in (fragment.errors ?? []) + (fragment.warnings ?? []) {
        let words = [problem.status.map(String.init), problem.title ?? problem.type]
        problems.append(words.compactMap(\.self).joined(separator: " "))
      }
    }
  }
}
