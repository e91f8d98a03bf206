import Foundation
import Hummingbird

/// `GET /v1/settings/<write key>`: a file of remote settings, with a tag that tells one version from another.
struct SettingsEndpoint: Endpoint {
  static let prefix = "/v1/settings/"
  /// What the SDK takes.
  static let mostBytes = 32_768

  /// Nil when there is no such file.
  let path: String?
  let keys: WriteKey

  /// The key in the path of a request; nil for another path.
  static func key(in path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let key = path.dropFirst(prefix.count)
    return key.isEmpty || key.contains("/") ? nil : key.removingPercentEncoding
  }

  func respond(to request: Request) async throws -> Response {
    _ = try keys.project(Self.key(in: request.uri.path) ?? "")
    let bytes = try read()
    let tag = "\"\(Self.hash(bytes))\""
    // A client may keep it, and must ask whether it still holds.
    var headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
    if request.headers[values: .ifNoneMatch].contains(where: { Self.names(tag, in: $0) }) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = "application/json"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private func read() throws(Refusal) -> Data {
    guard let path else {
      throw Refusal(
        status: .notFound, code: "notFound", message: "this collector has no remote settings")
    }
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.mostBytes,
      (try? JSONSerialization.jsonObject(with: bytes)) is [String: Any]
    else {
      throw Refusal(
        status: .serviceUnavailable, code: "settingsUnavailable",
        message: "the file of remote settings cannot be read, or is no JSON object of at most "
          + "\(Self.mostBytes) bytes")
    }
    return bytes
  }

  /// Whether a list of tags has this one; a proxy may have made it a weak one.
  private static func names(_ tag: String, in list: String) -> Bool {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .contains { $0 == tag || $0 == "W/" + tag || $0 == "*" }
  }

  /// FNV-1a of 64 bits: nobody gains by a second file with the same one.
  private static func hash(_ bytes: Data) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
