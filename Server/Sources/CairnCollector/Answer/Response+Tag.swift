import Foundation
import Hummingbird
import NIOCore

/// A JSON document with an entity tag, which identifies its version.
struct TaggedDocument: Sendable {
  let json: ByteBuffer
  let tag: String

  init(_ json: Data) {
    self.json = ByteBuffer(bytes: json)
    tag = "\"\(Self.hash(json))\""
  }

  var bytes: ByteBufferView { json.readableBytesView }

  /// Returns FNV-1a of 64 bits.
  ///
  /// A collision gives an attacker no advantage.
  private static func hash(_ bytes: Data) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

extension Response {
  /// Returns the document, or 304 for a client that has this version.
  static func tagged(_ document: TaggedDocument, for request: Request) -> Response {
    // A client may cache the document, and must revalidate it.
    var headers: HTTPFields = [.eTag: document.tag, .cacheControl: "no-cache"]
    if request.headers[values: .ifNoneMatch].contains(where: { names(document.tag, in: $0) }) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = "application/json"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: document.json))
  }

  /// Returns whether a list of tags contains this one, which a proxy may have made weak.
  private static func names(_ tag: String, in list: String) -> Bool {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .contains { $0 == tag || $0 == "W/" + tag || $0 == "*" }
  }
}
