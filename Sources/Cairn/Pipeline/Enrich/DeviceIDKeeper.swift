/// Asks and tells the record of the device, and its mirror.
package struct DeviceIDKeeper: Sendable {
  private let places: DeviceIDPlaces
  private let installation: Installation
  private let survivesReinstall: Bool
  private let isInMemory: Bool

  /// With `isInMemory` the identity's file is new in every run, and says nothing.
  package init(
    _ places: DeviceIDPlaces, installation: Installation, survivesReinstall: Bool,
    isInMemory: Bool = false
  ) {
    self.places = places
    self.installation = installation
    self.survivesReinstall = survivesReinstall
    self.isInMemory = isInMemory
  }

  /// What stands where, and why the record did not answer.
  func look(_ file: DeviceIDFinding.File) -> (DeviceIDFinding, DeviceIDRecordError?) {
    var finding = DeviceIDFinding(
      file: isInMemory ? .unreadable : file, mirror: places.mirror, installation: installation,
      survivesReinstall: survivesReinstall)
    guard finding.needsRecord else { return (finding, nil) }
    do throws(DeviceIDRecordError) {
      finding.record = try places.record.read().map { .holds($0) } ?? .missing
      return (finding, nil)
    } catch {
      finding.record = .failing
      return (finding, error)
    }
  }

  /// Brings the record, then the mirror to this identifier; the one that the record holds then.
  ///
  /// Without `adopting` another one that it holds may be an earlier installation's: the mirror would make it this one's.
  func keep(
    _ id: String, _ standing: DeviceIDStanding, adopting: Bool
  ) throws(DeviceIDRecordError) -> String {
    var kept = id
    switch standing {
    case .kept: break
    case .candidate: kept = try places.record.keep(id)
    case .unkept: try places.record.replace(with: id)
    }
    if adopting || kept == id { places.mirror = kept }
    return kept
  }

  /// Erases the identifier from the mirror and the record.
  func forget() throws(DeviceIDRecordError) {
    places.mirror = nil
    try places.record.remove()
  }

  /// The line that a decision is worth.
  func report(
    _ decision: DeviceIDDecision, _ error: DeviceIDRecordError?, to diagnostics: Diagnostics
  ) {
    switch decision.remark {
    case nil: break
    case .recordFails: report(error, to: diagnostics)
    case .reinstalled:
      diagnostics.report(
        .notice, "identity.reinstalled",
        "the keychain holds the anonymous identifier of an earlier installation; "
          + (survivesReinstall ? "it is used again" : "a new one takes its place"))
    case .restored:
      diagnostics.report(
        .notice, "identity.restored",
        "the user defaults hold an anonymous identifier that this device's keychain does not know, "
          + "as from a backup of another device; a new one is made")
    case .replaced:
      diagnostics.report(
        .notice, "identity.replaced",
        "the keychain holds a newer anonymous identifier than the file, and that one is used")
    }
  }

  func report(_ error: DeviceIDRecordError?, to diagnostics: Diagnostics) {
    diagnostics.report(
      .warning, "identity.keychain",
      "the keychain cannot be used now; the anonymous identifier stays the same in this run, and "
        + "is kept there when it can be: \(error.map { "\($0)" } ?? "")")
  }
}
