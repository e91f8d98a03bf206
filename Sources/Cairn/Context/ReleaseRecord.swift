/// The version of the app that ran last, and the events that report a new version.
package struct ReleaseRecord: Codable, Equatable, Sendable {
  /// An event that is about to be recorded, or was recorded just before the process was killed;
  /// then it is recorded again with the same identifier.
  package struct PendingEvent: Codable, Equatable, Sendable {
    package var id: EventID
    /// The previous version; nil when the app was installed.
    package var previous: AppRelease?
    package var release: AppRelease

    /// Whether the event reports the installation.
    package var isFirst: Bool { previous == nil }
  }

  package var release: AppRelease
  package var promised: [PendingEvent] = []

  /// Returns the record to store when this version starts after `record`, before the event is
  /// recorded.
  ///
  /// With `wasInstalled` no event reports the installation, because the app was installed before it
  /// had this SDK.
  package static func next(
    after record: ReleaseRecord?, release: AppRelease, wasInstalled: Bool = false,
    id: () -> EventID
  ) -> ReleaseRecord {
    var next = ReleaseRecord(release: release, promised: record?.promised ?? [])
    if record?.release != release, record != nil || !wasInstalled {
      next.promised.append(PendingEvent(id: id(), previous: record?.release, release: release))
    }
    return next
  }
}

extension ReleaseRecord.PendingEvent {
  package var name: String {
    (isFirst ? SDKEventName.applicationInstalled : .applicationUpdated).rawValue
  }

  package var properties: [String: Value] {
    var properties = release.properties
    for (name, value) in previous?.properties ?? [:] { properties["previous_" + name] = value }
    return properties
  }
}

extension AppRelease {
  /// The version and build as properties, with the names of the Segment specification.
  package var properties: [String: Value] {
    ["version": version, "build": build].compactMapValues { $0.map(Value.string) }
  }
}

/// The version of the app, as its Info.plist has it.
package struct AppRelease: Codable, Equatable, Sendable {
  package var version: String?
  package var build: String?

  package init(version: String? = nil, build: String? = nil) {
    self.version = version
    self.build = build
  }

  package static var current: AppRelease {
    AppRelease(
      version: SystemInfo.bundle("CFBundleShortVersionString"),
      build: SystemInfo.bundle("CFBundleVersion"))
  }
}
