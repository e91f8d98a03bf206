import Cairn
import Foundation

/// The body of a batch of interactions, as text with one line for each group, so that it can be
/// inspected.
///
/// The first line is the context. Each further line has the ID, the events, the envelope and the
/// payload of a group, separated by tabs. JSON text contains no tabs.
package struct SealedGroups: Equatable, Sendable {
  package private(set) var context: [UInt8]
  package private(set) var groups: [SealedGroup]

  package init(_ groups: [SealedGroup], context: [UInt8] = []) {
    self.groups = groups
    self.context = context
  }

  private static let tab = UInt8(ascii: "\t")
  private static let end = UInt8(ascii: "\n")

  package var body: [UInt8] {
    var body = context
    for group in groups {
      body.append(Self.end)
      body += group.id.uuidString.utf8
      body.append(Self.tab)
      body += group.events.map(\.description).joined(separator: " ").utf8
      body.append(Self.tab)
      body += group.envelope
      body.append(Self.tab)
      body += group.payload
    }
    return body
  }

  /// Decodes a body; nil if it is not valid.
  package init?(_ body: [UInt8]) {
    let lines = body.split(separator: Self.end, omittingEmptySubsequences: false)
    context = Array(lines[0])
    groups = []
    for line in lines.dropFirst() {
      guard let group = Self.group(line) else { return nil }
      groups.append(group)
    }
  }

  private static func group(_ line: ArraySlice<UInt8>) -> SealedGroup? {
    let parts = line.split(separator: tab, omittingEmptySubsequences: false)
    guard parts.count == 4, let id = UUID(uuidString: String(decoding: parts[0], as: UTF8.self))
    else { return nil }
    let events = parts[1].split(separator: UInt8(ascii: " ")).compactMap {
      EventID(String(decoding: $0, as: UTF8.self))
    }
    return SealedGroup(
      id: id, events: events, envelope: Array(parts[2]), payload: Array(parts[3]))
  }
}
