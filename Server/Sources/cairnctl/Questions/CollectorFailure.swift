import Foundation

/// The reason why a collector did not respond, for a person.
enum CollectorFailure {
  static func text(_ error: any Error, _ address: String) -> String {
    guard let error = error as? URLError else { return "\(address) does not answer: \(error)" }
    switch error.code {
    case .secureConnectionFailed: return tls(error, address)
    case .cannotConnectToHost:
      return "\(address) does not answer: no server accepts connections there"
    case .cannotFindHost: return "\(address) does not answer: the name of the host is not known"
    case .timedOut: return "\(address) does not answer in time"
    case .networkConnectionLost: return "\(address) does not answer: the connection was lost"
    default: return "\(address) does not answer: NSURLErrorDomain \(error.errorCode)"
    }
  }

  // The description of the underlying error names the file of a C library that found the problem.
  private static func tls(_ error: URLError, _ address: String) -> String {
    let reason = "\(error.userInfo[NSUnderlyingErrorKey] ?? "")"
    if reason.contains("CERTIFICATE_VERIFY_FAILED") || reason.contains("alidateHostname") {
      return "TLS with \(address) failed: its certificate is not trusted, has expired or is for "
        + "another name; add a private authority to the certificates of this system (Debian: "
        + "/usr/local/share/ca-certificates and update-ca-certificates)"
    }
    return "TLS with \(address) failed: perhaps the server speaks HTTP without TLS there"
  }
}
