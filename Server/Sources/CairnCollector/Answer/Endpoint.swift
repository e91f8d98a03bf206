import Hummingbird

/// Handles one method on one path.
protocol Endpoint: Sendable {
  /// Responds to a request; a thrown ``Refusal`` becomes the response, any other error ends the
  /// connection.
  func respond(to request: Request) async throws -> Response
}
