/// Makes couriers, each with its own place in the folder.
struct DeskMaker: Sendable {
  let path: String
  let files: any FileSystem
  let vault: Vault
  let journal: Journal
  let reclaimer: Reclaimer
  let configuration: Configuration
  let diagnostics: Diagnostics
  /// Nil where the system delivers nothing by itself.
  let uploads: Uploads?
  let consents: ConsentStore
  /// Milliseconds since 1970 at which this launch began.
  let launched: Int64
  /// Where couriers work.
  let disk: DiskWork
  /// Which folder is whose.
  let names: DestinationNames
  let circuits = HostCircuits()
  let departures = Departures()
  /// Told when a courier has got somewhere.
  let watch = DeliveryWatch()

  /// It is known to the reclaimer when this returns, and does not deliver yet.
  ///
  /// `gatheringSince` is since when events wait for more of them, for the one that it replaces.
  func courier(
    for destination: any Destination, from start: StartingPoint, gatheringSince: Int64? = nil
  ) -> Courier {
    let name = names.folder(of: destination.name)
    let adjustments = Adjustments(of: name)
    // What could not be forgotten in an earlier launch.
    if destination.interest.isInInteractionsAlone, permission(of: name) == .denied {
      renew(destination, adjustments)
    } else {
      join(destination, adjustments)
    }
    let delivery = Delivery(
      destination: destination, desk: desk(of: destination, from: start),
      machine: configuration.machine(
        for: destination, handsOver: handsOver(destination), diagnostics), journal: journal,
      clock: configuration.seams.clock, randomness: configuration.seams.randomness,
      diagnostics: diagnostics, circuit: circuits.circuit(of: destination.host),
      gatheringSince: gatheringSince,
      permission: { [self] in
        consents.look(at: configuration.seams.clock.now())
        return permission(of: name)
      })
    let courier = Courier(
      destination: destination, delivery: delivery, clock: configuration.seams.clock,
      uploads: uploads, adjustments: adjustments, departures: departures, disk: disk.executor,
      onReport: { [watch] in watch.ring() })
    // What could not be given up in an earlier launch.
    if courier.interest.isInInteractionsAlone { courier.giveUp(resetMark.places, .reset) }
    return courier
  }

  /// Tells a destination where it is at work.
  func join(_ destination: any Destination, _ adjustments: Adjustments) {
    destination.join(
      DestinationSite(
        memory(of: destination), files: files, vault: vault, milliseconds: launched,
        diagnostics: diagnostics, adjustments: adjustments))
  }

  /// The same, and what it has kept is gone.
  func renew(_ destination: any Destination, _ adjustments: Adjustments) {
    // Once told, it keeps nothing more of what was before.
    join(destination, adjustments)
    removeKept(memory(of: destination))
    join(destination, adjustments)
  }

  /// What destinations for interactions alone have kept is gone, also of those that are not among these couriers.
  func forgetUsers(of couriers: [Courier], where isMeant: (_ name: String) -> Bool = { _ in true })
  {
    for courier in couriers
    where courier.interest.isInInteractionsAlone && isMeant(courier.name) {
      renew(courier.destination, courier.adjustments)
    }
    let present = Set(couriers.map(\.name))
    do throws(FileError) {
      for name in try files.list(path + "/dest") where !present.contains(name) && isMeant(name) {
        removeKept(folder(of: name) + Self.memoryOfUser)
      }
    } catch {
      // Nothing was ever delivered.
      if error.code != FileError.missing { report(error) }
    }
  }

  private func removeKept(_ memory: String) {
    var file = DestinationSite.file(at: memory, files: files, vault: vault)
    if let trouble = file.remove() { report(trouble) }
  }

  private func report(_ trouble: FileError) {
    diagnostics.report(
      .error, "reset.storage", "what a destination has kept may come back: \(trouble)")
  }

  /// In a file of another name what goes with a user, so that it is known when its destination is not there.
  private func memory(of destination: any Destination) -> String {
    folder(of: names.folder(of: destination.name))
      + (destination.interest.isInInteractionsAlone ? Self.memoryOfUser : Self.memory)
  }

  private static let memory = "/memory"
  private static let memoryOfUser = "/memory-of-user"

  var resetMark: ResetMark { ResetMark(path: path + "/reset", files: journal.files, vault: vault) }

  private func handsOver(_ destination: any Destination) -> Bool {
    // The system reads no file that is encrypted.
    configuration.uploadsInBackground && !vault.isOn && uploads != nil
      && destination is any BackgroundDestination
  }

  func permission(of name: String) -> Permission {
    let named = configuration.consentCategories.filter { names.means($0.key, name) }
    return consents.permission(for: named.values.reduce([]) { $0.union($1) })
  }

  /// Has the system let go of what destinations that are not among these have with it, where that is not permitted.
  func recallUploads(besides couriers: [Courier]) {
    guard let uploads else { return }
    let present = Set(couriers.map(\.name))
    guard let found = DestinationFolders.names(path + "/dest", files) else {
      // It cannot be read now whose uploads these are: all are cancelled, and those that may be sent are handed over again.
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

  private func desk(of destination: any Destination, from start: StartingPoint) -> DeliveryDesk {
    let seams = configuration.seams
    let name = names.folder(of: destination.name)
    let folder = folder(of: name)
    let letters = DeadLetters(
      directory: folder + "/dead", files: files, clock: seams.clock, randomness: seams.randomness,
      vault: vault, most: configuration.journal.deadLetterBytes)
    let place = DeskPlace(
      folder, files: files, journal: journal, reclaimer: reclaimer, deadLetters: letters,
      ballast: ballast, vault: vault,
      cancelUpload: { [uploads] in uploads?.cancel(UploadLabel(destination: name, name: $0)) },
      isCurrent: { [consents] in consents.isCurrent(inDelivery: true) })
    return DeliveryDesk(
      name, place, syncs: configuration.syncPolicy != .never, keys: BatchKeys(seams.randomness),
      from: start)
  }

  private func folder(of name: String) -> String { "\(path)/dest/\(name)" }

  func recentFates(of name: String) -> RecentFates { RecentFates(folder(of: name), files: files) }

  /// Removes a destination's cursor and sealed bodies; its dead letters stay.
  func forget(_ name: String) {
    let folder = folder(of: name)
    uploads?.cancel(name)
    UploadStore(directory: folder, files: files).removeAll(except: nil)
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
    recentFates(of: name).remove()
    AttemptFile(folder, files: files).remove()
    reclaimer.unregister(name)
    reclaimer.reclaim()
  }

  /// The server of `endpoint` first.
  ///
  /// Two of one name, or of names that differ in the case of letters alone, would share a cursor: the later one is left out, and that is said.
  var destinations: [any Destination] {
    let server = configuration.endpoint.map {
      HTTPDestination(endpoint: $0, writeKey: configuration.writeKey)
    }
    var folders: Set<String> = []
    return ((server.map { [$0] } ?? []) + configuration.destinations).filter { destination in
      // Some volumes find a file whatever the case of its letters.
      let isNew = folders.insert(names.folder(of: destination.name).lowercased()).inserted
      if !isNew {
        diagnostics.report(
          .error, "configuration.destinations",
          "there are two destinations named \"\(destination.name)\"; the second one gets nothing")
      }
      return isNew
    }
  }
}
