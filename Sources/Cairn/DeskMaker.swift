/// Makes the couriers of a configuration, each with its own place in the folder.
struct DeskMaker {
  let path: String
  let files: any FileSystem
  let journal: Journal
  let reclaimer: Reclaimer
  let configuration: Configuration
  let diagnostics: Diagnostics

  /// All are known to the reclaimer when this returns, and none delivers yet.
  func couriers() -> [Courier] {
    let ballast = Ballast(path + "/ballast", files: files)
    ballast.take()
    return destinations.map { destination in
      let delivery = Delivery(
        destination: destination, desk: desk(of: destination, ballast),
        machine: configuration.machine, journal: journal, clock: configuration.seams.clock,
        randomness: configuration.seams.randomness, diagnostics: diagnostics)
      return Courier(
        destination: destination, delivery: delivery, clock: configuration.seams.clock)
    }
  }

  private func desk(of destination: any Destination, _ ballast: Ballast) -> DeliveryDesk {
    let seams = configuration.seams
    let name = FileName.safe(destination.name)
    let folder = "\(path)/dest/\(name)"
    let letters = DeadLetters(
      directory: folder + "/dead", files: files, clock: seams.clock, randomness: seams.randomness)
    let place = DeskPlace(
      folder, files: files, journal: journal, reclaimer: reclaimer, deadLetters: letters,
      ballast: ballast)
    return DeliveryDesk(
      name, place, syncs: configuration.syncPolicy != .never, keys: BatchKeys(seams.randomness))
  }

  /// The server of `endpoint` first.
  ///
  /// Two of one name would share a cursor: the later one is left out, and that is said.
  private var destinations: [any Destination] {
    let server = configuration.endpoint.map {
      HTTPDestination(endpoint: $0, writeKey: configuration.writeKey)
    }
    var names: Set<String> = []
    return ((server.map { [$0] } ?? []) + configuration.destinations).filter { destination in
      let isNew = names.insert(FileName.safe(destination.name)).inserted
      if !isNew {
        diagnostics.report(
          .error, "configuration.destinations",
          "there are two destinations named \"\(destination.name)\"; the second one gets nothing")
      }
      return isNew
    }
  }
}
