/// The app's session as an extension of its group sees it: it is read, and never begun or ended.
///
/// The recorder's lock protects it.
package struct AppSessionReader: Sendable {
  private var file: PersistedValue
  private let timeout: Milliseconds
  private let boot: UInt64
  /// The app's session; nil while there is none.
  package private(set) var session: Session?
  /// The campaign of the session.
  package private(set) var campaign: [String: String] = [:]

  /// Creates a reader of the session in this file, which is over when it was idle for `timeout`.
  package init(
    _ path: String, files: any FileSystem, timeout: Milliseconds, boot: UInt64,
    encryption: RecordEncryption = .none
  ) {
    file = PersistedValue(
      path, magic: SessionStore.magic, slotSize: SessionStore.slotSize, files: files,
      encryption: encryption)
    self.timeout = timeout
    self.boot = boot
  }

  /// Reads the session of this person; returns whether it is another one than before.
  package mutating func look(at now: Moment, of person: UInt64) -> Bool {
    let before = (session, campaign)
    file.close()
    let stored = file.open(makes: false).lazy.compactMap { SessionRecord($0) }.first
    (session, campaign) = (nil, [:])
    if let stored, stored.isOn, stored.person ?? 0 == person,
      let gap = stored.gap(until: now, boot: boot), gap < timeout
    {
      (session, campaign) = (stored.session, Campaign.bounded(stored.campaign))
    }
    return before != (session, campaign)
  }
}
