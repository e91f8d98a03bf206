/// Consent changes and their consequences.
extension Engine {
  /// Changes the consent record, for this launch and all later ones.
  func changeConsent(_ change: (inout ConsentRecord) -> Void) {
    giveUpDenied()
    consents.change { [consents, erasure] record in
      let wasDenied = record.most(otherwise: consents.standard) == .denied
      change(&record)
      let isDenied = record.most(otherwise: consents.standard) == .denied
      // Events that were recorded while a denial could not be read were recorded against it, even
      // if consent is granted now.
      let wasOverlooked = wasDenied && consents.takeUnknown()
      if wasOverlooked || isDenied && (!wasDenied || erasure.isNeeded()) { number(&record) }
    } then: {
      clearAway($0)
    }
    follow()
    recall()
  }

  /// Cancels requests and uploads that are no longer permitted.
  ///
  /// When this returns, no unpermitted request starts: a request has started already, or never
  /// does.
  private func recall() {
    for worker in registry.workers { worker.recall() }
    factory.requestGate.settle()
    // After the steps in which something may have been handed to the system.
    recallUploads(of: registry.workers)
    if consents.erasure.isErasing { factory.uploads?.cancelAll() }
  }

  /// Changes the consent for some categories.
  func changeConsent(of consents: [ConsentCategory: Consent]) {
    var left: [ConsentCategory] = []
    // Half of the file is kept free, so that every stored category can still be changed.
    changeConsent { left = $0.set(consents, room: ConsentStore.slotSize / 2) }
    if consents.values.contains(.granted) { reportUncategorized() }
    guard !left.isEmpty else { return }
    diagnostics.report(
      .error, "consent.category",
      "\(left.count) consent categories are not stored: a name may have 128 bytes, "
        + "and all names together 8 KiB")
  }

  /// Logs once that the general consent, which the app has never set, holds destinations back while
  /// the user has granted a category.
  private func reportUncategorized() {
    guard consents.record.consent == nil, consents.standard != .granted else { return }
    let names = registry.workers.map(\.name).filter { factory.categories(of: $0).isEmpty }
    guard !names.isEmpty, hasReportedUncategorized.raise() else { return }
    diagnostics.report(
      .warning, "consent.uncategorized",
      "\(names.joined(separator: ", ")): no category in Configuration.consentCategories; "
        + "the general consent applies, which is \(consents.standard.rawValue): "
        + "name a category, or call setConsent(_:) with a general consent first")
  }

  /// Erases all data on this device; throws when data is left, and its removal is retried.
  func erase() async throws(FileError) {
    // Runs on the disk executor: the work blocks on the disk, so it must not run on the shared
    // thread pool.
    await disk.run { [self] _ in
      consents.change {
        number(&$0)
      } then: {
        clearAway($0)
      }
      // `recall` asks for consent, which may read the file again.
      recall()
    }
    if let failure = await finishErasure() { throw failure }
  }

  /// Applies a consent change that another process made.
  ///
  /// It also applies a change from an earlier launch that could not be read at first. Events that
  /// were recorded meanwhile against a denial are erased, even when nothing of them is on the disk.
  /// `isNew` is true when the consent file is known to have changed.
  func readOthers(isNew: Bool = true) {
    let isKnown = consents.isKnown
    let wasOverlooked = isKnown && consents.takeUnknown() && consents.most == .denied
    if wasOverlooked || isNew && consents.record.erasures > consents.erasure.accepted {
      consents.change { [consents] record in
        let isDenied = record.most(otherwise: consents.standard) == .denied
        if wasOverlooked, isDenied { number(&record) }
      } then: {
        clearAway($0)
      }
    } else if !isNew {
      return
    }
    follow()
  }

  private func follow() {
    if consents.erasure.isErasing {
      Task.detached(priority: .utility) { await self.finishErasure() }
    }
    if consents.mayStore { recorder.storeIdentity() }
    forgetDenied()
    for worker in registry.workers { worker.handleConsent() }
  }

  /// Removes the values that destinations for interactions alone kept of a user when these
  /// destinations are denied, even if others are not.
  private func forgetDenied() {
    joining.withLock { _ in
      factory.forgetUsers(of: registry.workers) { factory.permission(of: $0) == .denied }
    }
  }

  private func number(_ record: inout ConsentRecord) {
    record.erasures = erasure.next(after: max(record.erasures, consents.erasure.accepted))
  }

  /// Gives up what was recorded while a destination was denied, even if consent is granted now.
  private func giveUpDenied() {
    let places = journal.places
    for worker in registry.workers where factory.permission(of: worker.name) == .denied {
      worker.giveUp(places)
    }
  }

  /// Makes all recorded data inaccessible and clears it from memory; later events go into another
  /// lane.
  ///
  /// Returns the error because of which the data is still accessible.
  @discardableResult
  private func clearAway(_ record: ConsentRecord) -> FileError? {
    guard record.erasures > consents.erasure.accepted || consents.erasure.isStuck else {
      return nil
    }
    consents.advanceErasure(.begin)
    do throws(FileError) {
      try recorder.forget(record.erasures, journal.randomness) { () throws(FileError) in
        try erasure.setAside(for: record)
        // Another process may have destroyed the key.
        erasure.encryption.forgetKey()
      }
      consents.advanceErasure(.setAside(record.erasures))
      observers.forget(nil)
      lifecycle.forget()
      if consents.mayStore { recorder.storeIdentity() }
      return nil
    } catch {
      consents.advanceErasure(.setAsideFailed)
      reportErasure(error)
      return error
    }
  }

  private func clearAwayAgain() throws(FileError) {
    var failure: FileError?
    consents.change({ _ in }, then: { failure = clearAway($0) })
    if let failure { throw failure }
  }

  /// Removes the data that was made inaccessible.
  ///
  /// Nothing is delivered meanwhile. Returns nil, or the error because of which the removal is
  /// retried.
  @discardableResult
  func finishErasure() async -> FileError? {
    await inTurn { [self] _ in
      guard consents.erasure.isErasing else { return nil }
      var erasures = consents.erasure.accepted
      let workers = registry.workers
      for worker in workers { await worker.suspend() }
      factory.uploads?.cancelAll()
      do throws(FileError) {
        if consents.erasure.isStuck { try clearAwayAgain() }
        erasures = consents.erasure.accepted
        // The destinations get new contexts before they can write a file.
        for worker in workers { factory.attach(worker.destination, worker.mappingWarnings) }
        consents.advanceErasure(.deliveryStopped)
        try removeErased()
      } catch {
        // While the data could not be made inaccessible, that was reported already.
        if !consents.erasure.isStuck { reportErasure(error) }
        tryErasingAgain()
        return error
      }
      // If another erasure was started meanwhile, it is in the queue behind this one.
      consents.advanceErasure(.removed(erasures))
      guard !consents.erasure.isErasing else { return nil }
      for worker in workers { await worker.resume() }
      factory.deliveryObserver.notify()
      return nil
    }
  }

  private func removeErased() throws(FileError) {
    if isInMemory {
      // The mark is for data in the folder, where a later launch finds it.
      try erasure.keepAccounts()
    } else {
      try consents.finish { (record) throws(FileError) in
        try erasure.setAside(for: record)
        try erasure.keepAccounts()
      }
    }
    try erasure.remove()
  }

  private func reportErasure(_ error: FileError) {
    diagnostics.report(
      .error, "consent.erase", "some data is not erased, nothing is sent until it is: \(error)")
  }

  func tryErasingAgain() {
    guard retriesErasing.raise() else { return }
    Task.detached(priority: .utility) { [self] in
      let due = clock.now().continuous + Self.erasingInterval
      await closing.sleep { [clock] in try await clock.sleep(untilContinuous: due) }
      retriesErasing.lower()
      if !closing.isClosed { await finishErasure() }
    }
  }

  /// The retry interval.
  private static let erasingInterval: Milliseconds = .seconds(5)
}

extension Erasure {
  /// Completes an erasure that an earlier launch did not finish, before anything is read.
  ///
  /// Returns whether there was anything to erase.
  func resume(_ consents: ConsentStore, _ diagnostics: Diagnostics) -> Bool {
    do throws(FileError) {
      let left = try setAside()
      let record = consents.record
      if consents.most == .denied, record.erasures == record.erasuresSetAside, isNeeded() {
        consents.change { $0.erasures = next(after: $0.erasures) }
      } else if left.isEmpty, record.erasures <= record.erasuresSetAside {
        return false
      }
      consents.advanceErasure(.begin)
      try consents.finish { (record) throws(FileError) in
        try setAside(for: record)
        consents.advanceErasure(.setAside(record.erasures))
        try keepAccounts()
      }
      // No delivery runs yet.
      consents.advanceErasure(.deliveryStopped)
      try remove()
      consents.advanceErasure(.removed(consents.erasure.accepted))
    } catch {
      consents.advanceErasure(.resumeFailed)
      diagnostics.report(
        .error, "consent.erase", "some data is not erased, nothing is sent until it is: \(error)")
    }
    return true
  }
}
