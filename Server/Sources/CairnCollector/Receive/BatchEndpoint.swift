import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// `POST /v1/batch`: receive → authenticate → check → dedupe → store → respond.
struct BatchEndpoint: Endpoint {
  let configuration: CollectorConfiguration
  let keys: KeyRing
  let keyless: KeylessAccess
  let waitingRoom: WaitingRoom
  let budget: ByteBudget
  let commits: GroupCommit
  let metrics: CollectorMetrics
  let feed: LiveFeed
  let limits: KeyLimits
  let logger: Logger

  func respond(to request: Request) async throws -> Response {
    try keyless.checkWrite(request)
    // A wrong key in the header is refused before the body is read.
    let headerGrant = try grant(inHeader: request)
    let lease = budget.lease(ofBody: headerGrant?.project)
    let reader = BodyReader(limits: configuration, lease: lease)
    var bodyGrant: WriteGrant?
    var body = try await reader.read(request) { first in
      guard headerGrant == nil else { return }
      let grant = try self.grant(inBody: BodyKey.find(in: first), request)
      try lease.belongs(to: grant.project)
      bodyGrant = grant
    }
    let received = Self.now
    // One of them exists: otherwise the search in the body's first bytes has thrown.
    let grant = headerGrant ?? bodyGrant ?? WriteGrant(project: "")
    return try await telling(grant.project) {
      let (verdicts, defaults) = try check(&body, reader, received)
      let stored = try await store(verdicts, grant.project, defaults)
      limits.count(stored.count { $0 == .stored }, of: grant)
      metrics.batch(verdicts, stored)
      feed.publish(grant.project, verdicts, stored, at: Self.now)
      var answer = Response.json(BatchAnswer(verdicts, stored: stored).json)
      if let name = Self.limitsHeader { answer.headers[name] = announcedLimits }
      return answer
    }
  }

  /// Checks the events of a body, and releases its bytes: the events have copies of what the store
  /// needs.
  private func check(
    _ body: inout ReceivedBody, _ reader: BodyReader, _ received: Int64
  ) throws -> ([EventVerdict], BatchDefaults) {
    defer { body.bytes = [] }
    let batch = try BatchBody(reader.unpack(body), limits: configuration)
    let check = EventCheck(batch: batch, received: received, limits: configuration)
    return (check.verdicts(), batch.defaults)
  }

  private static let limitsHeader = HTTPField.Name("Batch-Limits")

  /// A size of batches at which an event costs little; the SDK uses it for a backlog (a dictionary
  /// of RFC 9651).
  private var announcedLimits: String {
    let events = min(2_000, configuration.maxBatchEvents)
    let bytes = min(1_900_000, configuration.maxDecompressedBytes / 10 * 9)
    return "events=\(events), bytes=\(bytes)"
  }

  /// Microseconds since 1970.
  private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

  /// Does the work when a place is free; the pages show a batch that is refused.
  private func telling(
    _ project: String, _ work: () async throws -> Response
  ) async throws -> Response {
    do {
      return try await waitingRoom.admit(project, work)
    } catch let refusal as Refusal {
      feed.publish(project, refusal: refusal, at: Self.now)
      throw refusal
    }
  }

  /// Returns the grant; nil when the header contains no write key, so that the body must.
  private func grant(inHeader request: Request) throws(Refusal) -> WriteGrant? {
    guard case .basic(let key) = request.headers[.authorization].map(Credentials.init) else {
      return nil
    }
    return try grant(key, request)
  }

  private func grant(inBody key: String?, _ request: Request) throws(Refusal) -> WriteGrant {
    guard let key else {
      throw .unauthorized(
        "no write key, neither as Basic user name nor as writeKey in the first "
          + "\(BodyKey.prefix) bytes of the body")
    }
    return try grant(key, request)
  }

  private func grant(_ key: String, _ request: Request) throws(Refusal) -> WriteGrant {
    let grant = try keys.grant(ofWriteKey: key)
    try grant.check(request)
    do throws(Refusal) {
      try limits.check(grant)
    } catch {
      metrics.limited(error.code == "quotaExceeded" ? .quota : .key)
      throw error
    }
    return grant
  }

  private func store(
    _ verdicts: [EventVerdict], _ project: String, _ defaults: BatchDefaults
  ) async throws -> [StoreResult] {
    let sound = verdicts.compactMap { verdict in
      if case .sound(let event) = verdict { event } else { nil }
    }
    let request = StoreRequest(
      project: project, events: sound, defaults: defaults, refused: verdicts.count - sound.count)
    do {
      return try await commits.commit(request)
    } catch StoreFailure.outcomeUnknown(let reason) {
      logger.error("unknown whether stored", metadata: ["error": "\(reason)"])
      throw Refusal.storeUncertain
    } catch {
      logger.error("nothing stored", metadata: ["error": "\(error)"])
      throw Refusal.storeUnavailable
    }
  }
}
