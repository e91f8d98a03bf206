import Foundation
import Testing

@testable import CairnCollector

/// A store that the conformance suite runs over.
enum StoreEngine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite
  case postgresql

  /// Those that can run here; a test that needs another is not run.
  static let installed = PostgreSQLServer.shared == nil ? [.sqlite] : allCases

  var testDescription: String { rawValue }
}

extension StoreEngine {
  /// Returns the URL of a new, empty database; empty for a file.
  fileprivate func database(on server: PostgreSQLServer?) async throws -> String {
    switch self {
    case .sqlite: ""
    case .postgresql: try await server?.database() ?? ""
    }
  }
}

/// An empty store, and the requests of its senders.
struct StoreFixture: Sendable {
  let engine: StoreEngine
  let folder: TemporaryFolder
  /// The URL of the database of a server.
  let url: String
  let store: any CopyableStore

  static func run(
    _ engine: StoreEngine, on server: PostgreSQLServer? = PostgreSQLServer.shared,
    _ body: (StoreFixture) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let url = try await engine.database(on: server)
    let store = try await open(engine, folder, url)
    let scene = StoreFixture(engine: engine, folder: folder, url: url, store: store)
    try await body(scene)
    try scene.store.close()
  }

  /// Opens the same data a second time.
  func reopen() async throws -> any EventStore { try await Self.open(engine, folder, url) }

  private static func open(
    _ engine: StoreEngine, _ folder: TemporaryFolder, _ url: String
  ) async throws -> any CopyableStore {
    switch engine {
    case .sqlite: return try SQLiteEventStore(path: folder.path("events.sqlite"), minFreeBytes: 0)
    case .postgresql:
      // A busy machine must not be taken for a server that does not answer.
      let store = PostgreSQLEventStore(url: url, statementTimeout: .seconds(240))
      try await store.migrate()
      return store
    }
  }

  /// Commits one request; `more` are members of the batch.
  func commit(
    _ events: [String], project: String = "shop", more: String = "", refused: Int = 0
  ) async throws -> [StoreResult] {
    let request = try Self.request(events, project: project, more: more, refused: refused)
    return try await store.commit([request])[0]
  }

  static func request(
    _ events: [String], project: String = "shop", more: String = "", refused: Int = 0,
    received: Int64 = 1_800_000_000_000_000
  ) throws -> StoreRequest {
    let limits = CollectorConfiguration(databasePath: "")
    let batch = try BatchBody(Array(Batches.body(events, more: more).utf8), limits: limits)
    let verdicts = EventCheck(batch: batch, received: received, limits: limits).verdicts()
    let sound = verdicts.compactMap { if case .sound(let event) = $0 { event } else { nil } }
    return StoreRequest(
      project: project, events: sound, defaults: batch.defaults,
      refused: refused + verdicts.count - sound.count)
  }

  /// Returns all events of all pages.
  ///
  /// Other tests have transactions on the same server, which delay readers: waits for their end,
  /// unless `now`.
  func events(
    limit: Int = 100, now: Bool = false, _ change: (inout EventsQuery) -> Void = { _ in }
  ) async throws -> [StoredRow] {
    if !now { try await store.settle() }
    var query = EventsQuery()
    query.limit = limit
    change(&query)
    var rows: [StoredRow] = []
    repeat {
      let page = try await store.page(query)
      rows += try page.events.map(StoredRow.init)
      query.after = page.next?.parameter
    } while query.after != nil
    return rows
  }
}

/// An event as a reader sees it.
struct StoredRow: Decodable, Sendable {
  var sequence: Int64
  var project: String
  var messageId: String
  var userId: String?
  var anonymousId: String?
  var timestamp: String
  var receivedAt: String
  var event: [String: JSONValue]

  init(_ json: String) throws {
    self = try JSONDecoder().decode(StoredRow.self, from: Data(json.utf8))
  }
}

extension EventCursor {
  /// The position as a reader sends it back.
  var parameter: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

/// Events with the members that a test is about.
enum StoreEvents {
  static func event(
    _ id: String, user: String? = "u", anonymous: String? = nil, at time: String? = nil,
    type: String = "track", more: String = ""
  ) -> String {
    var text = #"{"type":"\#(type)","event":"Seen","messageId":"\#(id)""#
    if let user { text += #","userId":"\#(user)""# }
    if let anonymous { text += #","anonymousId":"\#(anonymous)""# }
    if let time { text += #","timestamp":"\#(time)""# }
    return text + more + "}"
  }

  /// Returns a UUID of version 7 of that time, whose other digits are `number`.
  static func id(milliseconds: Int64, _ number: Int) -> String {
    let time = String(repeating: "0", count: 12) + String(milliseconds, radix: 16)
    let digits = time.suffix(12)
    let rest = String(repeating: "0", count: 12) + String(number, radix: 16)
    return "\(digits.prefix(8))-\(digits.suffix(4))-7000-8000-\(rest.suffix(12))"
  }
}
