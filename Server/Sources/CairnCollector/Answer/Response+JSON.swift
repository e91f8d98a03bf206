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
}
