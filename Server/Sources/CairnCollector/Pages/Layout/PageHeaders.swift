import HTTPTypes
import Hummingbird

/// The responses of the pages, with the headers that all of them have.
enum PageHeaders {
  /// Nothing is loaded from elsewhere, and no script or style is in the markup.
  static let policy =
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    + "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// Returns the headers of a page, a table or a stream.
  static func fields(_ type: String) -> HTTPFields {
    var fields: HTTPFields = [
      .contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
      .contentSecurityPolicy: policy,
    ]
    // Nothing is sent to other sites. With `no-referrer`, browsers would send `Origin: null` with
    // the forms of these pages, too.
    if let name = HTTPField.Name("Referrer-Policy") { fields[name] = "same-origin" }
    if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { fields[name] = "same-origin" }
    return fields
  }
}

extension Response {
  static func page(_ markup: HTML, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: PageHeaders.fields("text/html; charset=utf-8"),
      body: ResponseBody(byteBuffer: ByteBuffer(string: markup.text)))
  }

  /// Returns a redirection, which the browser follows with GET.
  static func see(_ link: PageLink) -> Response { see(address: link.text) }

  /// Returns a redirection to an address that is encoded already.
  static func see(address: String, cookie: String? = nil) -> Response {
    var headers = PageHeaders.fields("text/plain; charset=utf-8")
    headers[.location] = address
    headers[.setCookie] = cookie
    return Response(status: .seeOther, headers: headers)
  }

  /// Returns a table as a file.
  static func file(_ text: String, type: String, name: String) -> Response {
    var headers = PageHeaders.fields(type)
    headers[.contentDisposition] = "attachment; filename=\"\(name)\""
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
