/// Reads and writes the device's record of the anonymous identifier, and the record's mirror.
package struct AnonymousIDStorage: Sendable {
  private let places: AnonymousIDLocations
  private let installation: Installation
  private let survivesReinstall: Bool
  private let isInMemory: Bool

  /// Creates the storage; with `isInMemory` the identity's file is new in every launch, and is not
  /// consulted.
  package init(
    _ places: AnonymousIDLocations, installation: Installation, survivesReinstall: Bool,
    isInMemory: Bool = false
  ) {
    self.places = places
    self.installation = installation
    self.survivesReinstall = survivesReinstall
    self.isInMemory = isInMemory
  }

  /// Returns the finding for the decision, and the error with which reading the record failed, if
  /// it did.
  func look(_ file: AnonymousIDResolver.File) -> (AnonymousIDResolver, AnonymousIDRecordError?) {
    var finding = AnonymousIDResolver(
      file: isInMemory ? .unreadable : file, mirror: places.mirror, installation: installation,
      survivesReinstall: survivesReinstall)
    guard finding.needsRecord else { return (finding, nil) }
    do throws(AnonymousIDRecordError) {
      finding.record = try places.record.read().map { .holds($0) } ?? .missing
      return (finding, nil)
    } catch {
      finding.record = .failing
      return (finding, error)
    }
  }

  /// Updates the record and then the mirror to this identifier, and returns the identifier that the
  /// record then holds.
  ///
  /// When the record holds a different identifier, the mirror takes it only with `adopting`,
  /// because it may belong to an earlier installation.
  func keep(
    _ id: String, _ status: AnonymousIDStatus, adopting: Bool
  ) throws(AnonymousIDRecordError) -> String {
    var kept = id
    switch status {
    case .kept: break
    case .candidate: kept = try places.record.keep(id)
    case .unkept: try places.record.replace(with: id)
    }
    if adopting || kept == id { places.mirror = kept }
    return kept
  }

  /// Erases the identifier from the mirror and the record.
  func forget() throws(AnonymousIDRecordError) {
    places.mirror = nil
    try places.record.remove()
  }

  /// Logs the entry of a decision, if it has one.
  func report(
    _ decision: AnonymousIDResolution, _ error: AnonymousIDRecordError?, to diagnostics: Diagnostics
  ) {
    switch decision.logEntry {
    case nil: break
    case .recordFails: report(error, to: diagnostics)
    case .reinstalled:
      diagnostics.report(
        .notice, "identity.reinstalled",
        "the keychain holds the anonymous identifier of an earlier installation; "
          + (survivesReinstall ? "it is reused" : "a new one replaces it"))
    case .restored:
      diagnostics.report(
        .notice, "identity.restored",
        "the user defaults hold an anonymous identifier that this device's keychain does not have, "
          + "as after a restore from another device's backup; a new one is created")
    case .replaced:
      diagnostics.report(
        .notice, "identity.replaced",
        "the keychain holds a newer anonymous identifier than the file, and the newer one is used")
    }
  }

  func report(_ error: AnonymousIDRecordError?, to diagnostics: Diagnostics) {
    diagnostics.report(
      .warning, "identity.keychain",
      "the keychain cannot be used now; the anonymous identifier does not change in this launch, "
        + "and is stored there later: \(error.map { "\($0)" } ?? "")")
  }
}
