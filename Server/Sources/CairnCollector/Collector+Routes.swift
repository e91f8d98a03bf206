import Hummingbird
import Logging

@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
extension Collector {
  static func routes(
    _ configuration: CollectorConfiguration, _ parts: Parts, _ keys: KeyRing,
    _ metrics: CollectorMetrics
  ) -> RouteTable {
    let (store, waitingRoom, logger) = (parts.store, parts.waitingRoom, parts.logger)
    let keyless = KeylessAccess(
      keys: keys, listensOnLoopbackOnly: configuration.listensOnLoopbackOnly)
    let reading = ReadAccess(keys: keys, keyless: keyless)
    let batch = BatchEndpoint(
      configuration: configuration, keys: keys, keyless: keyless, waitingRoom: waitingRoom,
      budget: parts.budget,
      commits: GroupCommit(store), metrics: metrics, feed: parts.feed, limits: KeyLimits(),
      logger: logger)
    let events = EventsEndpoint(
      store: store, access: reading,
      // The budget has space for at least one page and its copy.
      budget: ByteBudget(
        capacity: max(configuration.maxBytesInFlight / 2, 4 * EventPage.maxBytes),
        largest: 2 * EventPage.maxBytes, refusal: .responsesOverBudget),
      maximumEventBytes: configuration.maxEventBytes, logger: logger)
    let settings = SettingsEndpoint(file: configuration.settingsPath, keys: keys)
    let config = ConfigEndpoint(
      file: configuration.configPath.map { ConfigFile($0, logger: logger) }, keys: keys)
    let health = { (tellsCounts: Bool) in
      HealthEndpoint(
        store: store, waitingRoom: waitingRoom, logger: logger, tellsCounts: tellsCounts,
        drain: parts.drain)
    }
    let subjects = subjectRoutes(configuration, events, AdminAccess(keys: keys, keyless: keyless))
    let questions = questionRoutes(store, events.access, logger)
    let pages = pageRoutes(configuration, parts, reading)
    return RouteTable(
      pages.merging(subjects) { $1 }.merging(questions) { $1 }.merging([
        "/v1/batch": [.post: batch],
        "/v1/b": [.post: batch],
        "/v1/import": [.post: batch],
        "/v1/events": [.get: events],
        SettingsEndpoint.path.pattern: [.get: settings],
        ConfigEndpoint.path.pattern: [.get: config],
        "/health": [.get: health(true)],
        "/health/live": [.get: LiveEndpoint()],
        "/health/ready": [.get: health(false)],
      ]) { $1 }, logger: logger)
  }

  static func budget(_ configuration: CollectorConfiguration) -> ByteBudget {
    ByteBudget(
      capacity: configuration.maxBytesInFlight,
      largest: configuration.maxBodyBytes + configuration.maxDecompressedBytes,
      // The chunk that completes the first bytes is counted completely.
      unknown: configuration.maxConnections
        * (BodyKey.prefix + ConnectionWatch.pieceBytes(connections: 1)))
  }

  // A question can read much of the database: only a few are answered at a time.
  private static let maxQuestions = 8

  private static func questionRoutes(
    _ store: any QuestionStore, _ access: ReadAccess, _ logger: Logger
  ) -> [String: [HTTPRequest.Method: any Endpoint]] {
    let waitingRoom = WaitingRoom(capacity: maxQuestions, refusal: .tooManyQuestions)
    let routes = QuestionEndpoint.Kind.allCases.map { kind in
      (
        kind.path,
        [
          HTTPRequest.Method.get: QuestionEndpoint(
            kind: kind, store: store, access: access, waitingRoom: waitingRoom, logger: logger)
            as any Endpoint
        ]
      )
    }
    return Dictionary(uniqueKeysWithValues: routes)
  }

  // An erasure reads a large part of the database: only a few run at a time.
  private static let maxErasures = 8

  /// Returns the routes for the events of one person.
  private static func subjectRoutes(
    _ configuration: CollectorConfiguration, _ events: EventsEndpoint, _ access: AdminAccess
  ) -> [String: [HTTPRequest.Method: any Endpoint]] {
    let waitingRoom = WaitingRoom(capacity: maxErasures, refusal: .tooManyErasures)
    var routes: [String: [HTTPRequest.Method: any Endpoint]] = [:]
    for subject in SubjectPath.erasures {
      routes[subject.path.pattern] = [
        .delete: ErasureEndpoint(
          subject: subject, store: events.store, access: access, waitingRoom: waitingRoom,
          maxBytes: configuration.maxEventBytes, logger: events.logger)
      ]
    }
    for subject in SubjectPath.exports {
      routes[subject.path.pattern] = [.get: ExportEndpoint(subject: subject, pages: events)]
    }
    return routes
  }
}
