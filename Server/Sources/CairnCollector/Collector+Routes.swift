import Hummingbird
import Logging

@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
extension Collector {
  static func routes(
    _ configuration: CollectorConfiguration, _ store: any EventStore, _ waitingRoom: WaitingRoom,
    _ keys: KeyRing, _ logger: Logger
  ) -> RouteTable {
    let keyless = KeylessAccess(
      keys: keys, listensOnLoopbackOnly: configuration.listensOnLoopbackOnly)
    let batch = BatchEndpoint(
      configuration: configuration, keys: keys, keyless: keyless, waitingRoom: waitingRoom,
      budget: ByteBudget(
        capacity: configuration.maxBytesInFlight,
        largest: configuration.maxBodyBytes + configuration.maxDecompressedBytes,
        // The chunk that completes the first bytes is counted completely.
        unknown: configuration.maxConnections
          * (BodyKey.prefix + ConnectionWatch.pieceBytes(connections: 1))),
      commits: GroupCommit(store),
      logger: logger)
    let events = EventsEndpoint(
      store: store, access: ReadAccess(keys: keys, keyless: keyless),
      // The budget has space for at least one page and its copy.
      budget: ByteBudget(
        capacity: max(configuration.maxBytesInFlight / 2, 4 * EventPage.maxBytes),
        largest: 2 * EventPage.maxBytes), mostEventBytes: configuration.maxEventBytes,
      logger: logger)
    let settings = SettingsEndpoint(file: configuration.settingsPath, keys: keys)
    let config = ConfigEndpoint(
      file: configuration.configPath.map { ConfigFile($0, logger: logger) }, keys: keys)
    let health = { (tellsCounts: Bool) in
      HealthEndpoint(
        store: store, waitingRoom: waitingRoom, logger: logger, tellsCounts: tellsCounts)
    }
    return RouteTable(
      [
        "/v1/batch": [.post: batch],
        "/v1/b": [.post: batch],
        "/v1/import": [.post: batch],
        "/v1/events": [.get: events],
        SettingsEndpoint.path.pattern: [.get: settings],
        ConfigEndpoint.path.pattern: [.get: config],
        "/health": [.get: health(true)],
        "/health/live": [.get: LiveEndpoint()],
        "/health/ready": [.get: health(false)],
      ], logger: logger)
  }
}
