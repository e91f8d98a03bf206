import Hummingbird

/// Answers one method on one path.
protocol Endpoint: Sendable {
  /// A thrown ``Refusal`` becomes its answer; any other error ends the connection.
  func respond(to request: Request) async throws -> Response
}
