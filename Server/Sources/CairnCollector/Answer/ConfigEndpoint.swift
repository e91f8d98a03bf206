import Foundation
import Hummingbird

/// `GET /v1/config/<write key>`: the document of the experiments, with an entity tag.
struct ConfigEndpoint: Endpoint {
  static let path = KeyedPath(prefix: "/v1/config/")

  /// The file; nil when none is configured.
  let file: ConfigFile?
  let keys: KeyRing

  func respond(to request: Request) async throws -> Response {
    _ = try keys.project(ofWriteKey: Self.path.key(in: request.uri.path) ?? "")
    guard let file else {
      throw Refusal(
        status: .notFound, code: "notFound", message: "this collector serves no experiments")
    }
    guard let document = file.read() else {
      throw Refusal(
        status: .serviceUnavailable, code: "configUnavailable",
        message: "the experiments file cannot be read, or is not a document")
    }
    return .tagged(document, for: request)
  }
}
