public import Foundation

extension HTTPExchange {
  /// The name and version of this library for the header `User-Agent`, such as `cairn/0.1.0`.
  public static var userAgent: String { "\(Library.name)/\(Library.version)" }

  /// Returns the secrets in headers, for `init`: each value, and each word in it, such as the `abc`
  /// in `Bearer abc`.
  public static func secrets(in headers: [String: String]) -> [String] {
    headers.values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
  }

  /// Returns the secrets in a URL, for `init`: the user, the password and the values of the query.
  ///
  /// Each secret is returned as it is in the URL and decoded.
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

  /// Returns the value for `Destination.host`: the scheme, host name and port of the URL; nil when
  /// it has no host name.
  ///
  /// Destinations that send to the same server then share the information that it is unreachable.
  public static func host(of url: URL) -> String? {
    url.host.map { "\(url.scheme ?? "")://\($0):\(url.port.map(String.init) ?? "")" }
  }
}
