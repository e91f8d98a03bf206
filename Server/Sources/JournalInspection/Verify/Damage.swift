package import Cairn
import ToolSupport

/// Bytes of a journal that do not match the format.
package struct Damage: Encodable {
  /// The file's path in the journal's folder.
  package var file: String
  /// The offset in the file; nil when the damage concerns the whole file.
  package var offset: Int?
  package var what: String
  /// The events that can no longer be read.
  package var lost: [PositionRange] = []

  private enum CodingKeys: CodingKey {
    case file, offset, what, eventsLost
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encodeIfPresent(offset, forKey: .offset)
    try container.encode(what, forKey: .what)
    try container.encode(lost.total, forKey: .eventsLost)
  }

  /// The damage as a line for people.
  package var text: String {
    let place = offset.map { "\(file) at \($0)" } ?? file
    guard !lost.isEmpty else { return "\(place): \(what); no event lost" }
    let numbers = lost.map { "\($0.first)…\($0.last)" }.joined(separator: ", ")
    return "\(place): \(what); events \(numbers) cannot be read: \(lost.total.grouped) lost"
  }
}
