/// Prints events as they are delivered, one line each, for developers.
///
/// ```text
/// 14:05:09.120  track     Order Completed  currency: "EUR", total: 99
/// 14:05:09.131  screen    Checkout         step: 1
/// 14:05:10.007  identify  user-42          plan: "pro"
/// 14:05:11.250  track     Plan Upgraded    seats: 5  (user-42, company: acme)
/// ```
///
/// The user and the groups are in parentheses. Times are in UTC. It prints the events that leave
/// the journal. So it includes events that were recorded before a crash, and excludes events that
/// consent or a rule holds back. It is meant for development: properties are printed as they are.
public struct ConsoleDestination: Destination {
  /// The name of the destination and of its cursor.
  ///
  /// The default is `console`.
  public let name: String
  /// The delivery schedule: each event immediately, or after a tenth of a second together with
  /// others.
  public var schedule: DeliverySchedule? = DeliverySchedule(flushAt: 1, flushInterval: 0.1)
  /// The starting point: events recorded from now on.
  public let startingPoint = StartingPoint.now
  private let maximumCharacters: Int
  private let showsContext: Bool
  private let write: @Sendable (String) -> Void

  /// Creates a destination.
  ///
  /// - Parameters:
  ///   - name: The name of the destination and of its cursor; unique among an app's destinations.
  ///   - maximumCharacters: The maximum length of a line; longer lines are cut. The default is 400.
  ///   - showsContext: Whether the context follows in a line of its own. The default is false.
  ///   - write: A closure that receives each line, without its line break, on no particular thread.
  ///     By default lines are written to standard error.
  public init(
    name: String = "console", maximumCharacters: Int = 400, showsContext: Bool = false,
    write: (@Sendable (String) -> Void)? = nil
  ) {
    self.name = name
    self.maximumCharacters = max(80, maximumCharacters)
    self.showsContext = showsContext
    self.write = write ?? { StandardError.write($0) }
  }

  /// Returns the lines of the events.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let shared = DecodedEvent.members(Value(json: context))
    let lines = events.compactMap { DecodedEvent($0, shared: shared) }.flatMap(lines)
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Prints the lines.
  public func deliver(_ batch: Batch) async -> Outcome {
    let lines = String(decoding: batch.body, as: UTF8.self).split(separator: "\n")
    guard !lines.isEmpty else { return .refused("the body is damaged") }
    for line in lines { write(String(line)) }
    return .accepted
  }

  private func lines(_ event: DecodedEvent) -> [String] {
    let columns = [
      Self.text(WallTime(milliseconds: event.milliseconds)), Self.padded(event.kind.name, to: 8),
      Self.padded(Self.plain(Self.subject(event)), to: 16), Self.text(event.properties),
      Self.person(event),
    ]
    let line = columns.filter { !$0.isEmpty }.joined(separator: "  ")
    let context = "              in        \(Self.text(event.context))"
    return (showsContext ? [line, context] : [line]).map(cut)
  }

  private func cut(_ line: String) -> String {
    guard line.count > maximumCharacters else {
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return line.prefix(maximumCharacters - 1) + "…"
  }

  private static func subject(_ event: DecodedEvent) -> String {
    switch event.kind {
    case .track, .screen, .group, .interaction: event.name
    case .identify: event.userID ?? ""
    case .alias: "\(event.previousID ?? "") → \(event.userID ?? "")"
    }
  }

  /// Returns the user and the groups, unless they are the subject; empty when there are none.
  private static func person(_ event: DecodedEvent) -> String {
    switch event.kind {
    case .identify, .alias, .group: return ""
    case .track, .screen, .interaction: break
    }
    var parts = [event.userID, event.context[UserGroups.untypedContextKey]?.stringValue]
      .compactMap { $0 }.map(plain)
    let groups = DecodedEvent.members(event.context[UserGroups.contextKey])
    parts += groups.sortedByKey().map { "\(plain($0.key)): \(plain($0.value.stringValue ?? ""))" }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
  }

  private static func text(_ time: WallTime) -> String {
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(time)
    return String(String(decoding: buffer.bytes, as: UTF8.self).dropFirst(11).dropLast())
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns the text, escaped if it has characters that begin another line or move the cursor.
  private static func plain(_ text: String) -> String {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.isSeparator }
      ? text : text.debugDescription
  }

  private static func text(_ members: [String: Value]) -> String {
    members.sortedByKey().map { "\(plain($0.key)): \(text($0.value))" }
      .joined(separator: ", ")
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .string(let text): text.debugDescription
    case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .object(let members): "{\(text(members))}"
    default: String(decoding: value.json, as: UTF8.self)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isSeparator: Bool { value == 0x2028 || value == 0x2029 }
}
