/// The version of the app that ran last, and the event that tells of a new one.
package struct ReleaseRecord: Codable, Equatable, Sendable {
  /// An event that is recorded next, or was a moment before the process was killed: then it is recorded again, under the
  /// same identifier.
  package struct Promise: Codable, Equatable, Sendable {
    package var id: EventID
    /// Nil when there was none: the app was installed.
    package var previous: AppRelease?
    package var release: AppRelease

    /// Whether it tells of the installation.
    package var isFirst: Bool { previous == nil }
  }

  package var release: AppRelease
  package var promised: [Promise] = []

  /// What is to be kept when this version starts behind that record, before anything is recorded.
  package static func next(
    after record: ReleaseRecord?, release: AppRelease, id: () -> EventID
  ) -> ReleaseRecord {
    var next = ReleaseRecord(release: release, promised: record?.promised ?? [])
    if record?.release != release {
      next.promised.append(Promise(id: id(), previous: record?.release, release: release))
    }
    return next
  }
}

extension ReleaseRecord.Promise {
  package var name: String {
    (isFirst ? OwnEvent.applicationInstalled : .applicationUpdated).rawValue
  }

  package var properties: [String: Value] {
    var properties = release.properties
    for (name, value) in previous?.properties ?? [:] { properties["previous_" + name] = value }
    return properties
  }
}

extension AppRelease {
  /// As the Segment specification names them.
  package var properties: [String: Value] {
    ["version": version, "build": build].compactMapValues { $0.map(Value.string) }
  }
}
