import Hummingbird

extension Response {
  static func json(
    _ text: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    headers[.cacheControl] = "no-store"
    headers[.xContentTypeOptions] = "nosniff"
    let body = ResponseBody(byteBuffer: ByteBuffer(string: text))
    return Response(status: status, headers: headers, body: body)
  }

  /// Returns a response that may be large and is sent in parts.
  ///
  /// The lease is held until the client has read it.
  static func json(_ text: ByteBuffer, holding lease: ByteBudget.Lease) -> Response {
    let body = ResponseBody(contentLength: text.readableBytes) { writer in
      var text = text
      while let part = text.readSlice(length: min(partBytes, text.readableBytes)),
        part.readableBytes > 0
      {
        try await writer.write(part)
      }
      try await writer.finish(nil)
      withExtendedLifetime(lease) {}
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ], body: body)
  }

  private static let partBytes = 64 * 1024
}
