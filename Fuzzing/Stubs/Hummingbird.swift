/// The part of Hummingbird that `Refusal` uses, so that the readers of requests are built without
/// the server.
package struct HTTPResponse {
  package struct Status: Sendable, Equatable {
    package let code: Int

    package static let badRequest = Status(code: 400)
    package static let unauthorized = Status(code: 401)
    package static let forbidden = Status(code: 403)
    package static let contentTooLarge = Status(code: 413)
    package static let unprocessableContent = Status(code: 422)
    package static let tooManyRequests = Status(code: 429)
    package static let serviceUnavailable = Status(code: 503)
  }
}

package struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
  package enum Name: Sendable {
    case retryAfter, wwwAuthenticate
  }

  package init(dictionaryLiteral elements: (Name, String)...) {}
}

package struct Response {
  package let text: String

  package static func json(
    _ text: String, status: HTTPResponse.Status, headers: HTTPFields
  ) -> Response {
    Response(text: text)
  }
}
