import Cairn

/// The stored form of a visitor's state.
///
/// See Documentation/JournalFormat.md, section 17.
package struct VisitorRecord: Equatable, Sendable {
  /// The maximum size of a record's content, in bytes.
  package static let maximumBytes = 1 << 20

  package var visitor: String
  package var state: VisitorState

  package init(visitor: String, state: VisitorState) {
    self.visitor = visitor
    self.state = state
  }

  /// The encoded record; equal records always have the same bytes.
  package var encoded: [UInt8] {
    var buffer = OutputBuffer(capacity: 512)
    buffer.append(text: visitor)
    buffer.append(map: state.bucketing)
    buffer.append(list: state.goals.sorted().map(\.text))
    buffer.append(map: state.segments)
    buffer.append(list: state.customSegments)
    buffer.append(list: state.locations.sorted().map(\.text))
    buffer.append(map: state.exposures)
    return Array(buffer.bytes)
  }

  /// Decodes a record; nil when it is not valid.
  ///
  /// Fields that a later version added at the end are ignored.
  package init?(_ bytes: [UInt8]) {
    var texts = TextReader(bytes)
    guard let visitor = texts.text(), let bucketing = texts.map(), let goals = texts.list(),
      let segments = texts.map(), let customSegments = texts.list(), let locations = texts.list(),
      let exposures = texts.map()
    else { return nil }
    self.visitor = visitor
    state = VisitorState()
    state.bucketing = bucketing
    state.goals = Set(goals.map { CodeUnitKey($0) })
    state.segments = segments
    state.customSegments = customSegments
    state.locations = Set(locations.map { CodeUnitKey($0) })
    state.exposures = exposures
  }
}

extension OutputBuffer {
  fileprivate mutating func append(text: String) {
    var text = text
    text.withUTF8 { bytes in
      append(littleEndian: UInt32(bytes.count))
      append(UnsafeRawBufferPointer(bytes))
    }
  }

  fileprivate mutating func append(list: [String]) {
    append(littleEndian: UInt32(list.count))
    for text in list { append(text: text) }
  }

  fileprivate mutating func append(map: [CodeUnitKey: String]) {
    append(littleEndian: UInt32(map.count))
    for (key, value) in map.sorted(by: { $0.key < $1.key }) {
      append(text: key.text)
      append(text: value)
    }
  }
}
