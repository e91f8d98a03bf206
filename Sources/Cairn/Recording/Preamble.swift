/// The context that all events of a segment share; it is stored as a JSON object in the segment's
/// first record.
package struct Preamble: Sendable {
  /// The context of the whole launch, which changes rarely.
  package private(set) var context: [String: Value]
  /// The identifier of the launch; together with the number of each event it reveals missing
  /// events.
  private var launch: String
  private var session: Session?
  private var campaign: [String: String] = [:]
  private var encodedContext: [UInt8]

  package init(_ context: [String: Value], launch: String) {
    self.context = context
    self.launch = launch
    encodedContext = Self.encode(context)
  }

  /// Sets the context, and returns whether it changed; an equal context keeps its encoded bytes.
  package mutating func set(_ context: [String: Value]) -> Bool {
    guard context != self.context else { return false }
    self.context = context
    encodedContext = Self.encode(context)
    return true
  }

  /// Begins a lane, without a session.
  package mutating func begin(_ launch: String) {
    self.launch = launch
    (session, campaign) = (nil, [:])
  }

  package mutating func set(_ session: Session?, _ campaign: [String: String]) {
    self.session = session
    self.campaign = campaign
  }

  package var bytes: [UInt8] {
    var buffer = OutputBuffer(capacity: encodedContext.count + 256)
    buffer.append(encodedContext)
    if buffer.count > 1 { buffer.append(UInt8(ascii: ",")) }
    buffer.append(#""launch":"#)
    buffer.appendJSON(launch)
    if let session { append("session", session.context, to: &buffer) }
    if !campaign.isEmpty { append("campaign", campaign.mapValues(Value.string), to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
    return Array(buffer.bytes)
  }

  private func append(
    _ name: String, _ members: [String: Value], to buffer: inout OutputBuffer
  ) {
    if buffer.count > 1 { buffer.append(UInt8(ascii: ",")) }
    buffer.appendJSON(name)
    buffer.append(UInt8(ascii: ":"))
    Self.writeSorted(members, into: &buffer)
  }

  /// Encodes the context as JSON without the closing brace.
  private static func encode(_ context: [String: Value]) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 1_024)
    writeSorted(context, into: &buffer)
    return Array(buffer.bytes.dropLast())
  }

  /// Writes the members sorted by name, so that equal contexts have equal bytes.
  private static func writeSorted(_ members: [String: Value], into buffer: inout OutputBuffer) {
    buffer.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in members.sortedByKey() {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      buffer.appendJSON(key)
      buffer.append(UInt8(ascii: ":"))
      if case .object(let inner) = value {
        writeSorted(inner, into: &buffer)
      } else {
        var writer = ValueWriter()
        writer.write(value, into: &buffer)
      }
    }
    buffer.append(UInt8(ascii: "}"))
  }
}
