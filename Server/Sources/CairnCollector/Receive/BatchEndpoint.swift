import Foundation
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
  let logger: Logger

  func respond(to request: Request) async throws -> Response {
    try keyless.checkWrite(request)
    // A wrong key in the header is refused before the body is read.
    let headerProject = try project(inHeader: request.headers[.authorization])
    let lease = budget.lease(ofBody: headerProject)
    let reader = BodyReader(limits: configuration, lease: lease)
    var bodyProject: String?
    let body = try await reader.read(request) { first in
      guard headerProject == nil else { return }
      let project = try self.project(inBody: BodyKey.find(in: first))
      try lease.belongs(to: project)
      bodyProject = project
    }
    let received = Int64(Date().timeIntervalSince1970 * 1_000_000)
    // One of them exists: otherwise the search in the body's first bytes has thrown.
    let project = headerProject ?? bodyProject ?? ""
    return try await waitingRoom.admit(project) {
      let batch = try BatchBody(reader.unpack(body), limits: configuration)
      let check = EventCheck(batch: batch, received: received, limits: configuration)
      let verdicts = check.verdicts()
      let stored = try await store(verdicts, project, batch.defaults)
      metrics.batch(verdicts, stored)
      return .json(BatchAnswer(verdicts, stored: stored).json)
    }
  }

  /// Returns the project; nil when the header contains no write key, so that the body must.
  private func project(inHeader header: String?) throws(Refusal) -> String? {
    guard case .basic(let key) = header.map(Credentials.init) else { return nil }
    return try keys.project(ofWriteKey: key)
  }

  private func project(inBody key: String?) throws(Refusal) -> String {
    guard let key else {
      throw .unauthorized(
        "no write key, neither as Basic user name nor as writeKey in the first "
          + "\(BodyKey.prefix) bytes of the body")
    }
    return try keys.project(ofWriteKey: key)
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
