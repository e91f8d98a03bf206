import Foundation
import Hummingbird
import NIOCore

/// A JSON document with a tag that tells one version from another.
struct TaggedDocument: Sendable {
  let json: ByteBuffer
  let tag: String

  init(_ json: Data) {
    self.json = ByteBuffer(bytes: json)
    tag = "\"\(Self.hash(json))\""
  }

  var bytes: ByteBufferView { json.readableBytesView }

  /// FNV-1a of 64 bits: a second document with the same hash gains an attacker nothing.
  private static func hash(_ bytes: Data) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

extension Response {
  /// The document, or 304 for a client that has this version.
  static func tagged(_ document: TaggedDocument, for request: Request) -> Response {
    // A client may keep it, and must ask whether it is still valid.
    var headers: HTTPFields = [.eTag: document.tag, .cacheControl: "no-cache"]
    if request.headers[values: .ifNoneMatch].contains(where: { names(document.tag, in: $0) }) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = "application/json"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: document.json))
  }

  /// Whether a list of tags has this one; a proxy may have made it a weak one.
  private static func names(_ tag: String, in list: String) -> Bool {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .contains { $0 == tag || $0 == "W/" + tag || $0 == "*" }
  }
}
