import Foundation
import Hummingbird

extension Response {
  /// JSON with a tag that tells one version from another: 304 to whoever has this one.
  static func tagged(_ json: Data, for request: Request) -> Response {
    let tag = "\"\(hash(json))\""
    // A client may keep it, and must ask whether it still holds.
    var headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
    if request.headers[values: .ifNoneMatch].contains(where: { names(tag, in: $0) }) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = "application/json"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(
      status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json)))
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
