package import Foundation

extension URLError {
  private static let unsent: Set<Code> = [
    .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
    .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed,
    .appTransportSecurityRequiresSecureConnection, .secureConnectionFailed,
    .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
  ]

  /// Whether the code means that there was no name, no connection or no trust, so that no part of
  /// the request was received.
  var isUnsent: Bool { Self.unsent.contains(code) }

  /// Returns the error with a code that agrees with `isUnsent`; the original is the underlying
  /// error if the code changes.
  package func knowing(isUnsent: Bool) -> URLError {
    guard self.isUnsent != isUnsent else { return self }
    return URLError(
      isUnsent ? .cannotConnectToHost : .networkConnectionLost,
      userInfo: [NSUnderlyingErrorKey: self])
  }
}
