/// Writes an event as the JSON object that the Segment protocol sends; used once, when the event is
/// recorded.
package struct EventWriter {
  private(set) var values = ValueWriter()

  package init() {}

  @inline(__always)
  package mutating func write(
    _ event: borrowing Event, id: EventID, sequence: UInt64,
    registered: borrowing SuperPropertyValues, into buffer: inout OutputBuffer
  ) {
    if event.kind == .interaction { return InteractionEncoder.write(event, &values, into: &buffer) }
    Self.writeHead(
      event.kind, id: id, time: WallTime(milliseconds: event.milliseconds), into: &buffer)
    buffer.append(#","sequence":"#)
    buffer.appendJSON(Int64(clamping: sequence))
    buffer.append(#","anonymousId":"#)
    buffer.appendJSON(event.anonymousID)
    if let userID = event.userID {
      buffer.append(#","userId":"#)
      buffer.appendJSON(userID)
    }
    writeSubject(event, registered, into: &buffer)
    if !event.context.isEmpty || registered.hasGroups {
      buffer.append(#","context":"#)
      values.write(event.context, into: &buffer)
      if registered.hasGroups { registered.addGroups(to: event.context, in: &buffer) }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  @inline(__always)
  static func writeHead(
    _ kind: EventKind, id: EventID, time: WallTime, into buffer: inout OutputBuffer
  ) {
    buffer.append(#"{"messageId":""#)
    buffer.append(id)
    buffer.append(#"","type":""#)
    buffer.append(type(kind))
    buffer.append(#"","timestamp":""#)
    buffer.appendTimestamp(time)
    buffer.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private mutating func writeSubject(
    _ event: borrowing Event, _ registered: borrowing SuperPropertyValues,
    into buffer: inout OutputBuffer
  ) {
    switch event.kind {
    case .track:
      buffer.append(#","event":"#)
      buffer.appendJSON(event.name)
      buffer.append(#","properties":"#)
      values.write(event.properties, into: &buffer)
      if registered.hasProperties {
        registered.add(to: event.properties, except: event.excluded, in: &buffer)
      }
      writeReport(event, into: &buffer)
    case .screen:
      buffer.append(#","name":"#)
      buffer.appendJSON(event.name)
      buffer.append(#","properties":"#)
      values.write(event.properties, into: &buffer)
      if registered.hasProperties {
        registered.add(to: event.properties, except: event.excluded, in: &buffer)
      }
    case .identify:
      buffer.append(#","traits":"#)
      values.write(event.properties, into: &buffer)
    case .group:
      buffer.append(#","groupId":"#)
      buffer.appendJSON(event.name)
      buffer.append(#","traits":"#)
      values.write(event.properties, into: &buffer)
    case .alias:
      buffer.append(#","previousId":"#)
      buffer.appendJSON(event.previousID ?? event.anonymousID)
    // `InteractionEncoder` writes interactions.
    case .interaction: break
    }
  }

  /// Writes the `report` member: the report's mark, or `false` for an app's event that has the name
  /// of a report.
  @inline(__always)
  private func writeReport(_ event: borrowing Event, into buffer: inout OutputBuffer) {
    if let report = event.report {
      buffer.append(#","report":"#)
      buffer.appendJSON(report.mark)
    } else if SDKEventName.wasReport(event.name) {
      buffer.append(#","report":false"#)
    }
  }

  private static func type(_ kind: EventKind) -> StaticString {
    switch kind {
    case .track: "track"
    case .screen: "screen"
    case .identify: "identify"
    case .group: "group"
    case .alias: "alias"
    case .interaction: "interaction"
    }
  }
}
