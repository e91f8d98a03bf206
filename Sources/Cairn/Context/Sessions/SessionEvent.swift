/// The event with which a session begins or ends, before it is recorded.
package struct SessionEvent: Codable, Equatable, Sendable {
  /// The names of the events.
  package static let started = SDKEventName.sessionStarted.rawValue
  package static let ended = SDKEventName.sessionEnded.rawValue

  package enum Subject: Codable, Equatable, Sendable {
    case started(Session)
    case ended(EndedSession)
  }

  /// The identifier, drawn before the event is first recorded, so that a repetition has the same
  /// one.
  package var id: EventID
  package var subject: Subject

  package init(id: EventID, subject: Subject) {
    self.id = id
    self.subject = subject
  }

  package func event(by identity: Identity) -> Event {
    switch subject {
    case .started(let session):
      Self.event(Self.started, session, session.properties, session.startedAt, identity)
    case .ended(let ended):
      Self.event(Self.ended, ended.session, ended.properties, ended.endedAt, identity)
    }
  }

  private static func event(
    _ name: String, _ session: Session, _ properties: [String: Value], _ time: WallTime,
    _ identity: Identity
  ) -> Event {
    var event = Event(
      .track, name: name, properties: properties, identity: identity,
      milliseconds: time.milliseconds)
    // Another session may be active when the event is recorded.
    event.context["session"] = .object(session.context)
    return event
  }
}

extension Session {
  /// The session as a part of the context.
  package var context: [String: Value] { ["id": .string(id.description), "number": .int(number)] }

  fileprivate var properties: [String: Value] {
    ["session_id": .string(id.description), "session_number": .int(number)]
  }
}

extension EndedSession {
  fileprivate var properties: [String: Value] {
    var properties = session.properties
    properties["duration"] = .double(Double(duration.count) / 1_000)
    properties["reason"] = .string(reason.rawValue)
    properties["started_at"] = .timestamp(session.startedAt)
    return properties
  }
}

extension Value {
  fileprivate static func timestamp(_ time: WallTime) -> Value {
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(time)
    return .string(String(decoding: buffer.bytes, as: UTF8.self))
  }
}
