/// Creates workers, each with its own folder, and holds the parts that they share.
struct DeliveryFactory: Sendable {
  let path: String
  let files: any FileSystem
  let encryption: RecordEncryption
  let journal: Journal
  let reclaimer: Reclaimer
  let configuration: Configuration
  let diagnostics: Diagnostics
  /// The manager of background uploads; nil when the system has none.
  let uploads: BackgroundUploadManager?
  let consents: ConsentStore
  /// The time at which this launch began.
  let launched: WallTime
  /// The executor of the workers.
  let disk: DiskWork
  /// The folder names of the destinations.
  let names: DestinationNames
  let circuits = HostCircuits()
  let requestGate = RequestGate()
  /// Notified when a worker's report changes.
  let deliveryObserver = DeliveryObserver()

  /// Returns a worker that is registered with the reclaimer and does not deliver yet.
  ///
  /// `gatheringSince` is the time since which events are gathered for the next batch, taken from
  /// the worker that this one replaces.
  func worker(
    for destination: any Destination, from start: StartingPoint,
    gatheringSince: MonotonicTime? = nil
  ) -> DeliveryWorker {
    let name = names.folder(of: destination.name)
    let mappingWarnings = MappingWarnings(of: name)
    // A denial in an earlier launch may have failed to remove the destination's data.
    if destination.kindMask.isInInteractionsAlone, permission(of: name) == .denied {
      renew(destination, mappingWarnings)
    } else {
      attach(destination, mappingWarnings)
    }
    let delivery = DeliveryDriver(
      destination: destination, store: store(of: destination, from: start),
      machine: configuration.machine(
        for: destination, handsOver: handsOver(destination), diagnostics), journal: journal,
      clock: configuration.seams.clock, randomness: configuration.seams.randomness,
      diagnostics: diagnostics, circuit: circuits.circuit(of: destination.host),
      gatheringSince: gatheringSince,
      permission: { [self] in
        consents.look(at: configuration.seams.clock.now())
        return permission(of: name)
      })
    let worker = DeliveryWorker(
      destination: destination, delivery: delivery, clock: configuration.seams.clock,
      uploads: uploads, mappingWarnings: mappingWarnings, requestGate: requestGate,
      disk: disk.executor,
      onReport: { [deliveryObserver] in deliveryObserver.notify() })
    // A reset in an earlier launch may not have been settled.
    if worker.kindMask.isInInteractionsAlone { worker.giveUp(resetMark.places, .reset) }
    return worker
  }

  /// Gives a destination its context: its folder, log and counters.
  func attach(_ destination: any Destination, _ mappingWarnings: MappingWarnings) {
    destination.attach(
      to: DestinationContext(
        memory(of: destination), files: files, encryption: encryption,
        milliseconds: launched.milliseconds,
        diagnostics: diagnostics, mappingWarnings: mappingWarnings))
  }

  /// Gives a destination its context, and removes the value that it kept.
  func renew(_ destination: any Destination, _ mappingWarnings: MappingWarnings) {
    // After the first call, the destination writes nothing from before.
    attach(destination, mappingWarnings)
    removeKept(memory(of: destination))
    attach(destination, mappingWarnings)
  }

  /// Removes the values kept by destinations for interactions alone, including destinations that
  /// are not among these workers.
  func forgetUsers(
    of workers: [DeliveryWorker], where isMeant: (_ name: String) -> Bool = { _ in true }
  ) {
    for worker in workers
    where worker.kindMask.isInInteractionsAlone && isMeant(worker.name) {
      renew(worker.destination, worker.mappingWarnings)
    }
    let present = Set(workers.map(\.name))
    do throws(FileError) {
      for name in try files.list(path + "/dest") where !present.contains(name) && isMeant(name) {
        removeKept(folder(of: name) + Self.memoryOfUser)
      }
    } catch {
      // The folder does not exist before the first delivery.
      if error.code != FileError.missing { report(error) }
    }
  }

  private func removeKept(_ memory: String) {
    var file = DestinationContext.file(at: memory, files: files, encryption: encryption)
    if let trouble = file.remove() { report(trouble) }
  }

  private func report(_ trouble: FileError) {
    diagnostics.report(
      .error, "reset.storage", "the stored state of a destination may reappear: \(trouble)")
  }

  /// The path of the destination's kept value.
  ///
  /// A value that belongs to a user has another file name, so that it is recognized when its
  /// destination is not configured.
  private func memory(of destination: any Destination) -> String {
    folder(of: names.folder(of: destination.name))
      + (destination.kindMask.isInInteractionsAlone ? Self.memoryOfUser : Self.memory)
  }

  private static let memory = "/memory"
  private static let memoryOfUser = "/memory-of-user"

  var resetMark: ResetBoundary {
    ResetBoundary(path: path + "/reset", files: files, encryption: encryption)
  }

  private func handsOver(_ destination: any Destination) -> Bool {
    // The system cannot read an encrypted file.
    configuration.uploadsInBackground && (!encryption.isOn || configuration.uploadsDecrypted)
      && uploads != nil && destination is any BackgroundDestination
  }

  func permission(of name: String) -> DeliveryPermission {
    consents.permission(for: categories(of: name))
  }

  /// Returns the consent categories of a destination; empty when the general consent applies.
  func categories(of name: String) -> Set<ConsentCategory> {
    let named = configuration.consentCategories.filter { names.means($0.key, name) }
    return named.values.reduce([]) { $0.union($1) }
  }

  /// Cancels the system's uploads for destinations that are not among these workers and are not
  /// permitted to send.
  func recallUploads(besides workers: [DeliveryWorker]) {
    guard let uploads else { return }
    let present = Set(workers.map(\.name))
    guard let found = DestinationListing.names(path + "/dest", files) else {
      // The owners of the uploads cannot be listed now. All uploads are cancelled; those that are
      // permitted are handed to the system again.
      let permissions =
        [consents.permission(for: [])]
        + configuration.consentCategories.keys.map { permission(of: names.folder(of: $0)) }
      if permissions.contains(where: { $0 != .granted }) { uploads.cancelAll() }
      return
    }
    for name in found where !present.contains(name) && permission(of: name) != .granted {
      uploads.cancel(name)
    }
  }

  var ballast: Ballast { Ballast(path + "/ballast", files: files) }

  private func store(of destination: any Destination, from start: StartingPoint) -> DeliveryStore {
    let seams = configuration.seams
    let name = names.folder(of: destination.name)
    let folder = folder(of: name)
    let letters = DeadLetterStore(
      directory: folder + "/dead", files: files, clock: seams.clock, randomness: seams.randomness,
      encryption: encryption, most: configuration.journal.deadLetterBytes)
    let place = DestinationFolder(
      folder, files: files, journal: journal, reclaimer: reclaimer, deadLetters: letters,
      ballast: ballast, encryption: encryption, isMerging: configuration.hasIncompleteMerge,
      mayBeMoved: configuration.isExtensionOfGroup,
      cancelUpload: { [uploads] in uploads?.cancel(UploadTaskLabel(destination: name, name: $0)) },
      isCurrent: { [consents] in consents.isCurrent(inDelivery: true) })
    return DeliveryStore(
      name, place, syncs: configuration.syncPolicy != .never, keys: BatchKeys(seams.randomness),
      from: start)
  }

  private func folder(of name: String) -> String { "\(path)/dest/\(name)" }

  func recentDispositions(of name: String) -> RecentDispositions {
    RecentDispositions(folder(of: name), files: files)
  }

  /// Removes a destination's cursor and sealed bodies; its dead letters are kept.
  func forget(_ name: String) {
    let folder = folder(of: name)
    uploads?.cancel(name)
    BackgroundUploadStore(directory: folder, files: files).removeAll(except: nil)
    BodyStore(directory: folder, files: files).removeAll(except: nil)
    do throws(FileError) {
      try files.remove(folder + "/state")
      try files.syncDirectory(folder)
    } catch {
      // A destination that never delivered has no cursor.
      if error.code != FileError.missing {
        diagnostics.report(.error, "destination.forget", "\(name): \(error)")
      }
    }
    for memory in [Self.memory, Self.memoryOfUser] { removeKept(folder + memory) }
    recentDispositions(of: name).remove()
    AttemptFile(folder, files: files).remove()
    reclaimer.unregister(name)
    reclaimer.reclaim()
  }

  /// The configured destinations, that of `endpoint` first.
  ///
  /// Two destinations with the same name, or with names that differ only in case, would share a
  /// cursor. The later one is left out, and an error is logged.
  var destinations: [any Destination] {
    let server = configuration.endpoint.map {
      HTTPDestination(
        endpoint: $0, writeKey: configuration.writeKey,
        transport: configuration.transport ?? URLSessionTransport())
    }
    var folders: Set<String> = []
    return ((server.map { [$0] } ?? []) + configuration.destinations).filter { destination in
      // Some volumes are case-insensitive.
      let isNew = folders.insert(names.folder(of: destination.name).lowercased()).inserted
      if !isNew {
        diagnostics.report(
          .error, "configuration.destinations",
          "there are two destinations named \"\(destination.name)\"; the second one gets no events")
      }
      return isNew
    }
  }
}
