/// What a server's answer to a request for remote settings means.
enum RemoteAnswer: Equatable, Sendable {
  /// New ones.
  case new(RemoteRules, complaints: [String], body: [UInt8], tag: String?)
  /// Those that are there still hold.
  case unchanged
  /// The last good ones stay, until their time is up.
  case unusable(String)

  /// Nil stands for no answer.
  init(_ response: HTTPResponse?, hasCopy: Bool) {
    switch response?.status {
    case nil: self = .unusable("no answer")
    case 304 where hasCopy: self = .unchanged
    case 200:
      do throws(RemoteRules.Unusable) {
        let body = response?.body ?? []
        let (rules, complaints) = try RemoteRules.read(body)
        self = .new(rules, complaints: complaints, body: body, tag: response?.headers["etag"])
      } catch {
        self = .unusable(error.description)
      }
    case .some(let status): self = .unusable("status \(status)")
    }
  }
}
