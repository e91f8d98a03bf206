/// Methods for consent, the tracking switch and erasure. The article Consent compares them.
extension Analytics {
  /// The user's general consent; `Configuration.defaultConsent` until the app has called
  /// `setConsent` once.
  ///
  /// The value is `.pending` while the stored consent cannot be read.
  public var consent: Consent { engine?.consents.consent() ?? .granted }

  /// Whether the app has called `setConsent`, in this launch or an earlier one.
  ///
  /// While it is false, an app that needs consent asks its user. It stays true after `reset()` and
  /// `erase()`, which keep the consent, and is false while the stored consent cannot be read.
  public var isConsentSet: Bool {
    guard let record = engine?.consents.record else { return false }
    return record.consent != nil || !record.categories.isEmpty
  }

  /// Returns the user's consent for a category, or the general consent when none was set for the
  /// category.
  public func consent(for category: ConsentCategory) -> Consent {
    engine?.consents.consent(for: category) ?? .granted
  }

  /// Sets the user's consent for everything and discards all consent set for categories.
  ///
  /// With `.granted`, pending events are delivered immediately. With `.pending`, events are
  /// recorded but not sent. With `.denied`, nothing is recorded and all data on this device is
  /// erased, as by `erase()`: the data is inaccessible when this call returns, and is removed in
  /// the background, or by the next launch if the process is killed. When consent is granted later,
  /// recording starts with a new anonymous identifier.
  ///
  /// Can be called from any thread, and never throws. When the call returns, the decision survives
  /// a kill of the process and a loss of power. The call waits for the disk, which takes some
  /// milliseconds. If the disk fails, the decision applies to this launch, the failure is logged
  /// (`consent.storage`), and the write is retried.
  public func setConsent(_ consent: Consent) {
    engine?.changeConsent { record in
      record.consent = consent
      record.categories = [:]
    }
  }

  /// Sets the user's consent for some categories; the consent for other categories is unchanged.
  ///
  /// ```swift
  /// analytics.setConsent([.analytics: .granted, .advertising: .denied])
  /// ```
  ///
  /// A category name may have at most 128 bytes, and there is room for some dozens of categories.
  /// Categories that do not fit are not stored, and a line is logged.
  ///
  /// Categories affect the destinations that `Configuration.consentCategories` names. Events are
  /// recorded as long as any category, or the general consent, is not denied. When all of them are
  /// denied, this call does what `setConsent(.denied)` does. The guarantees are those of
  /// `setConsent(_:)`.
  public func setConsent(_ consents: [ConsentCategory: Consent]) {
    engine?.changeConsent(of: consents)
  }

  /// Whether `setTrackingEnabled` allows recording; true until it is called.
  public var isTrackingEnabled: Bool { engine?.consents.record.isTracking ?? true }

  /// Disables or enables recording, for this launch and all later ones.
  ///
  /// While tracking is disabled, every recording call is refused and counted
  /// (`RecordingFailure.trackingDisabled`). No event is kept for later, and `identify` does not
  /// change the user. Events recorded earlier are still delivered. The guarantees are those of
  /// `setConsent(_:)`.
  public func setTrackingEnabled(_ isEnabled: Bool) {
    engine?.changeConsent { $0.isTracking = isEnabled }
  }

  /// Erases all data on this device: pending events, dead letters, the user and the anonymous
  /// identifier.
  ///
  /// Use it to honor the user's right to deletion. The consent settings are kept, and recording
  /// continues with a new anonymous identifier. Requests in progress are cancelled; their events
  /// may have arrived at the destination. Events that other threads record during the call are
  /// either erased or recorded after the erasure.
  ///
  /// Returns when the data is removed and a loss of power cannot restore it. Throws `ErasureError`
  /// when something could not be removed. Nothing is delivered until it is removed; removal is
  /// retried every 5 seconds and at the next launch. If the process is killed during an erasure,
  /// the next launch completes it before it reads any data.
  public func erase() async throws {
    do {
      try await engine?.erase()
    } catch {
      throw ErasureError(detail: "\(error)")
    }
  }
}
