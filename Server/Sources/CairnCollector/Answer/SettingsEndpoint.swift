import Foundation
import Hummingbird

/// `GET /v1/settings/<write key>`: a file of remote settings, with an entity tag.
struct SettingsEndpoint: Endpoint {
  static let path = KeyedPath(prefix: "/v1/settings/")
  /// The maximum number of bytes that the SDK accepts.
  static let maxBytes = 32_768

  /// The path of the file; nil when none is configured.
  let file: String?
  let keys: KeyRing

  func respond(to request: Request) async throws -> Response {
    _ = try keys.project(ofWriteKey: Self.path.key(in: request.uri.path) ?? "")
    return try .tagged(TaggedDocument(read()), for: request)
  }

  private func read() throws(Refusal) -> Data {
    guard let file else {
      throw Refusal(
        status: .notFound, code: "notFound", message: "this collector serves no remote settings")
    }
    guard let size = FileVersion(file)?.size, size <= Self.maxBytes,
      let bytes = FileManager.default.contents(atPath: file), bytes.count <= Self.maxBytes,
      (try? JSONSerialization.jsonObject(with: bytes)) is [String: Any]
    else {
      throw Refusal(
        status: .serviceUnavailable, code: "settingsUnavailable",
        message: "the remote settings file cannot be read, or is not a JSON object of at most "
          + "\(Self.maxBytes) bytes")
    }
    return bytes
  }
}
