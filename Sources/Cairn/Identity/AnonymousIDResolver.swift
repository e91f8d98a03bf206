/// The stored copies of the anonymous identifier that a launch has found, and the decision table
/// for them.
///
/// Two things must never happen: that two devices have the same identifier, and that an identifier
/// comes back after `reset()`. The record (the keychain) never leaves the device, so its identifier
/// is valid, except for a change that it has not received yet. The mirror (the user defaults) is
/// part of backups, so it is never trusted when the record is empty. The file is stored with the
/// journal, and a copied journal is recognized.
package struct AnonymousIDResolver: Equatable, Sendable {
  package enum File: Equatable, Sendable {
    case unreadable
    case missing
    case holds(String, AnonymousIDStatus)
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

  /// Whether the record must be read; usually file and mirror agree, and it need not be read.
  package var needsRecord: Bool {
    guard case .holds(let id, .kept) = file, installation != .unknown else { return true }
    return mirror != id
  }

  /// Whether nothing shows that the SDK has run in this installation, or in one that was restored
  /// to it.
  var isFirst: Bool {
    file == .missing && mirror == nil && record == .missing && installation == .own
  }

  package func decision(fresh: String) -> AnonymousIDResolution {
    switch file {
    case .unreadable: forThisRun(fresh)
    case .missing: begun(fresh, isFresh: true)
    case .holds(let id, .candidate): begun(id, isFresh: false)
    case .holds(let id, .unkept): stored(id, .unkept, isFailing ? .recordFails : nil)
    case .holds(let id, .kept): kept(id)
    }
  }

  private var isFailing: Bool { record == .failing }

  /// Returns the decision for an unreadable file, which is not treated as missing: nothing is
  /// written in its place.
  private func forThisRun(_ fresh: String) -> AnonymousIDResolution {
    switch record {
    case .holds(let id): AnonymousIDResolution(id, .kept, mayBeWritten: false)
    case .missing, .notAsked: AnonymousIDResolution(fresh, .candidate, mayBeWritten: false)
    case .failing:
      AnonymousIDResolution(
        installation == .foreign ? fresh : mirror ?? fresh, .candidate, mayBeWritten: false,
        .recordFails)
    }
  }

  /// Returns the decision for a new installation, or one whose identifier is lost or not yet
  /// confirmed by the record.
  private func begun(_ candidate: String, isFresh: Bool) -> AnonymousIDResolution {
    let mayBeWritten = isFresh || installation != .unknown
    switch record {
    case .holds(candidate): return AnonymousIDResolution(candidate, .kept)
    // Only the file was lost, or it was restored to the same device.
    case .holds(let id) where id == mirror: return AnonymousIDResolution(id, .kept)
    case .holds(let id) where survivesReinstall:
      return AnonymousIDResolution(id, .kept, .reinstalled)
    case .holds:
      return AnonymousIDResolution(candidate, .unkept, mayBeWritten: mayBeWritten, .reinstalled)
    case .failing:
      return AnonymousIDResolution(candidate, .candidate, mayBeWritten: mayBeWritten, .recordFails)
    case .missing, .notAsked:
      let isOfAnother = mirror != nil && mirror != candidate
      return AnonymousIDResolution(
        candidate, .candidate, mayBeWritten: mayBeWritten, isOfAnother ? .restored : nil)
    }
  }

  private func kept(_ id: String) -> AnonymousIDResolution {
    switch record {
    case .notAsked, .holds(id): stored(id, .kept)
    case .failing: stored(id, .kept, .recordFails)
    // The keychain was cleared. When the journal may be a copy, that conclusion is not certain.
    case .missing: stored(id, installation == .unknown ? .kept : .unkept)
    // Only a `reset()` that did not reach the file can be the reason, so the user is forgotten too.
    case .holds(let newer):
      AnonymousIDResolution(newer, .kept, .replaced, forgetsUser: true)
    }
  }

  /// Returns a decision for the identifier in the file, which is not written when the journal may
  /// be another installation's.
  private func stored(
    _ id: String, _ status: AnonymousIDStatus, _ logEntry: AnonymousIDResolution.LogEntry? = nil
  ) -> AnonymousIDResolution {
    AnonymousIDResolution(id, status, mayBeWritten: installation != .unknown, logEntry)
  }
}
