/// Consent, the tracking switch, and the user's right to be forgotten. The article Consent compares them.
extension Analytics {
  /// What the user has said generally: `Configuration.defaultConsent` until the app has said something.
  ///
  /// `.pending` as long as it cannot be read what was said before.
  public var consent: Consent { engine?.consents.consent() ?? .granted }

  /// What the user has said of a category, or else generally.
  public func consent(for category: ConsentCategory) -> Consent {
    engine?.consents.consent(for: category) ?? .granted
  }

  /// Says what the user has decided, for everything; what was said of categories before is void.
  ///
  /// With `.granted` what waits is delivered at once. With `.pending` events are recorded and none is sent. With `.denied`
  /// nothing is recorded and all that is on this device is erased, as by `erase()`: it is out of reach when this returns
  /// and removed in the background, by the next launch if this one is killed. When it is granted later, recording begins
  /// with a new anonymous identifier.
  ///
  /// May be called from any thread, and never throws. When it returns, the decision survives a kill and a loss of power; it
  /// waits for the disk, some milliseconds. If the disk refuses, the decision holds for this launch, that is logged
  /// (`consent.storage`), and it is tried again.
  public func setConsent(_ consent: Consent) {
    engine?.changeConsent { record in
      record.consent = consent
      record.categories = [:]
    }
  }

  /// Says what the user has decided, by category; what was said of others holds on.
  ///
  /// ```swift
  /// analytics.setConsent([.analytics: .granted, .advertising: .denied])
  /// ```
  ///
  /// A name may have 128 bytes, and there is room for some dozens of categories; what has none is left out, with a line in the log.
  ///
  /// It matters to the destinations that `Configuration.consentCategories` names. Events are recorded as long as anything
  /// is not denied; when all of it is denied, generally too, this does what `setConsent(.denied)` does. Promises the same
  /// as that.
  public func setConsent(_ consents: [ConsentCategory: Consent]) {
    engine?.changeConsent(of: consents)
  }

  /// Whether calls are recorded, as far as `setTrackingEnabled` says; true until it was called.
  public var isTrackingEnabled: Bool { engine?.consents.record.isTracking ?? true }

  /// Switches recording off or on, for this launch and all later ones.
  ///
  /// While it is off every call that records is refused and counted (`Refusal.trackingDisabled`); nothing is kept to be
  /// recorded later, and `identify` names nobody. What was recorded before is still delivered. Promises the same as
  /// `setConsent(_:)`.
  public func setTrackingEnabled(_ isEnabled: Bool) {
    engine?.changeConsent { $0.isTracking = isEnabled }
  }

  /// Erases all that is on this device: waiting events, dead letters, the user and the anonymous identifier.
  ///
  /// For the user's right to deletion. What was said of consent stays, and recording goes on, with a new anonymous
  /// identifier; what is under way to a destination is cancelled, and may have arrived. Events that are recorded on other
  /// threads meanwhile are either erased or come after it.
  ///
  /// Returns when it is done and a loss of power does not bring it back. Throws `ErasureError` when something could not be
  /// removed: then nothing is delivered, and it is tried again every 5 seconds and at the next launch. A kill in the middle
  /// is made up for by the next launch, before anything is read.
  public func erase() async throws {
    do {
      try await engine?.erase()
    } catch {
      throw ErasureError(detail: "\(error)")
    }
  }
}
