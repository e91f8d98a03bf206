import Hummingbird

/// A file that is a part of the program: the style, the script, the icon.
struct AssetEndpoint: Endpoint {
  private let type: String
  private let bytes: ByteBuffer

  init(type: String, _ bytes: [UInt8]) {
    self.type = type
    self.bytes = ByteBuffer(bytes: bytes)
  }

  func respond(to request: Request) async throws -> Response {
    var headers = PageHeaders.fields(type)
    // It contains no data, and a new version of the collector may have another one.
    headers[.cacheControl] = "no-cache"
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
  }
}
