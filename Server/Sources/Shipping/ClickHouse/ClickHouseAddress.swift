import Foundation

/// The address of a ClickHouse server over HTTP: `http://user@host:8123/database`.
package struct ClickHouseAddress: Sendable, Equatable {
  /// The scheme, the host and the port.
  package let origin: String
  package let database: String
  /// The header of that name; nil without a user.
  let authorization: String?

  /// Reads the URL; nil when it is none of a server.
  ///
  /// `password` is for a URL that has a user and no password.
  package init?(_ text: String, password: String? = nil) {
    guard let url = URLComponents(string: text), let scheme = url.scheme, let host = url.host,
      ["http", "https"].contains(scheme), !host.isEmpty, url.query == nil, url.fragment == nil
    else { return nil }
    let path = url.path.split(separator: "/", omittingEmptySubsequences: true)
    guard path.count <= 1 else { return nil }
    database = path.first.map(String.init) ?? "default"
    let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    origin = "\(scheme)://\(bracketed):\(url.port ?? (scheme == "https" ? 8443 : 8123))"
    authorization = url.user.map { user in
      let credentials = "\(user):\(url.password ?? password ?? "")"
      return "Basic " + Data(credentials.utf8).base64EncodedString()
    }
  }

  /// Returns the address of a request with these parameters.
  func url(_ parameters: [String: String]) -> String {
    let all = parameters.merging(["database": database]) { $1 }.sorted { $0.key < $1.key }
    let query = all.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
    return "\(origin)/?\(query)"
  }

  private static func encoded(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}
