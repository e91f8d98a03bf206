/// What a start finds out about the anonymous identifier, and what follows from it: a table, and nothing else.
///
/// Two things must never happen: two devices with one identifier, and an identifier that comes back after `reset()`. The
/// record (the keychain) never leaves the device, so what it says holds, but for a change that it does not know yet.
/// The mirror (the user defaults) travels in backups, so it is never believed against an empty record. The file lies
/// with the journal, which is recognised when it was copied.
package struct DeviceIDFinding: Equatable, Sendable {
  package enum File: Equatable, Sendable {
    case unreadable
    case missing
    case holds(String, DeviceIDStanding)
  }

  package enum Record: Equatable, Sendable {
    case notAsked
    case failing
    case missing
    case holds(String)
  }

  package var file: File
  package var mirror: String?
  package var record: Record
  package var installation: Installation
  package var survivesReinstall: Bool

  package init(
    file: File, mirror: String?, record: Record = .notAsked, installation: Installation,
    survivesReinstall: Bool
  ) {
    self.file = file
    self.mirror = mirror
    self.record = record
    self.installation = installation
    self.survivesReinstall = survivesReinstall
  }

  /// Whether the record must be asked; mostly file and mirror agree, and it need not.
  package var needsRecord: Bool {
    guard case .holds(let id, .kept) = file, installation != .unknown else { return true }
    return mirror != id
  }

  package func decision(fresh: String) -> DeviceIDDecision {
    switch file {
    case .unreadable: forThisRun(fresh)
    case .missing: begun(fresh, isFresh: true)
    case .holds(let id, .candidate): begun(id, isFresh: false)
    case .holds(let id, .unkept): stored(id, .unkept, isFailing ? .recordFails : nil)
    case .holds(let id, .kept): kept(id)
    }
  }

  private var isFailing: Bool { record == .failing }

  /// What cannot be read is not taken to be missing, and nothing is written in its place.
  private func forThisRun(_ fresh: String) -> DeviceIDDecision {
    switch record {
    case .holds(let id): DeviceIDDecision(id, .kept, isWritten: false)
    case .missing, .notAsked: DeviceIDDecision(fresh, .candidate, isWritten: false)
    case .failing:
      DeviceIDDecision(
        installation == .foreign ? fresh : mirror ?? fresh, .candidate, isWritten: false,
        .recordFails)
    }
  }

  /// A new installation, or one that knows nothing of itself any more.
  private func begun(_ candidate: String, isFresh: Bool) -> DeviceIDDecision {
    let isWritten = isFresh || installation != .unknown
    switch record {
    case .holds(candidate): return DeviceIDDecision(candidate, .kept)
    // The file alone was lost, or restored to the same device.
    case .holds(let id) where id == mirror: return DeviceIDDecision(id, .kept)
    case .holds(let id) where survivesReinstall: return DeviceIDDecision(id, .kept, .reinstalled)
    case .holds:
      return DeviceIDDecision(candidate, .unkept, isWritten: isWritten, .reinstalled)
    case .failing:
      return DeviceIDDecision(candidate, .candidate, isWritten: isWritten, .recordFails)
    case .missing, .notAsked:
      let isOfAnother = mirror != nil && mirror != candidate
      return DeviceIDDecision(
        candidate, .candidate, isWritten: isWritten, isOfAnother ? .restored : nil)
    }
  }

  private func kept(_ id: String) -> DeviceIDDecision {
    switch record {
    case .notAsked, .holds(id): stored(id, .kept)
    case .failing: stored(id, .kept, .recordFails)
    // Somebody has emptied the keychain. If the journal may be a copy, that is not known.
    case .missing: stored(id, installation == .unknown ? .kept : .unkept)
    // Only a `reset()` that the file missed can be the reason: the user was forgotten then.
    case .holds(let newer):
      DeviceIDDecision(newer, .kept, .replaced, forgetsUser: true)
    }
  }

  /// The file's, which may be another installation's when nobody can say.
  private func stored(
    _ id: String, _ standing: DeviceIDStanding, _ remark: DeviceIDDecision.Remark? = nil
  ) -> DeviceIDDecision {
    DeviceIDDecision(id, standing, isWritten: installation != .unknown, remark)
  }
}
