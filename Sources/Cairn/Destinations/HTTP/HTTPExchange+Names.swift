public import Foundation

extension HTTPExchange {
  /// What this library calls itself towards servers, such as `cairn/0.1.0`: for the header `User-Agent`.
  public static var userAgent: String { "\(Library.name)/\(Library.version)" }

  /// What headers hold that an answer must not repeat, for `init`: each value, and its words, as the `abc` of `Bearer abc`.
  public static func secrets(in headers: [String: String]) -> [String] {
    headers.values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
  }

  /// What an address holds that an answer must not repeat, for `init`: user, password and the values of its query.
  ///
  /// As they stand there, and decoded.
  public static func secrets(in url: URL) -> [String] {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return [] }
    let items = (parts.queryItems ?? []) + (parts.percentEncodedQueryItems ?? [])
    // A parameter without a value is a value without a name.
    let values = items.map { $0.value ?? $0.name }
    let login = [
      parts.user, parts.password, parts.percentEncodedUser, parts.percentEncodedPassword,
    ]
    return login.compactMap(\.self) + values
  }

  /// What `Destination.host` is for a server: its scheme, name and port; nil when the address has no name.
  ///
  /// Destinations that send to the same server then share what is known of it.
  public static func host(of url: URL) -> String? {
    url.host.map { "\(url.scheme ?? "")://\($0):\(url.port.map(String.init) ?? "")" }
  }
}
