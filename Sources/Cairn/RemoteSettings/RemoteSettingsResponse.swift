/// The meaning of a server's response to a request for remote settings.
enum RemoteSettingsResponse: Equatable, Sendable {
  /// New settings.
  case new(RemoteSettingsValues, issues: [String], body: [UInt8], tag: String?)
  /// The present settings are still valid.
  case unchanged
  /// The response cannot be used; the last settings stay until they expire.
  case unusable(String)

  /// Interprets a response; nil stands for no response.
  init(_ response: HTTPResponse?, hasCopy: Bool) {
    switch response?.status {
    case nil: self = .unusable("no response")
    case 304 where hasCopy: self = .unchanged
    case 200:
      do throws(RemoteSettingsValues.InvalidRules) {
        let body = response?.body ?? []
        let (rules, issues) = try RemoteSettingsValues.read(body)
        self = .new(rules, issues: issues, body: body, tag: response?.headers["etag"])
      } catch {
        self = .unusable(error.description)
      }
    case .some(let status): self = .unusable("status \(status)")
    }
  }
}
