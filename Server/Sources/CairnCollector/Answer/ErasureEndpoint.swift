import Hummingbird
import Logging

/// `DELETE /v1/users/<id>` and `/v1/anonymous/<id>`: deletes the stored events of a person, and
/// refuses those that arrive later and happened before.
struct ErasureEndpoint: Endpoint {
  let subject: SubjectPath
  let store: any EventStore
  let access: AdminAccess
  let waitingRoom: WaitingRoom
  let maxBytes: Int
  let logger: Logger

  func respond(to request: Request) async throws -> Response {
    let scope = try access.scope(request)
    let project = try ProjectQuery(request.uri.query, scope).project
    let identity = try subject.identity(in: request.uri.path, atMost: maxBytes)
    return try await waitingRoom.admit(project) {
      let erasure = try await erase(ErasureSubject(project: project, identity: identity))
      let ids = erasure.anonymousIDs.map(JSONText.encode).joined(separator: ",")
      return .json("{\"events\":\(erasure.events),\"anonymousIds\":[\(ids)]}")
    }
  }

  private func erase(_ subject: ErasureSubject) async throws(Refusal) -> Erasure {
    let store = store
    do {
      // A separate task: a client that disconnects must not interrupt the erasure.
      return try await Task { try await store.erase(subject) }.value
    } catch {
      logger.error("an erasure is not complete", metadata: ["error": "\(error)"])
      throw .erasureIncomplete
    }
  }
}
