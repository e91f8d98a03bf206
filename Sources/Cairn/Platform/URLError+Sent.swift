package import Foundation

extension URLError {
  private static let unsent: Set<Code> = [
    .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
    .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed,
    .appTransportSecurityRequiresSecureConnection, .secureConnectionFailed,
    .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
  ]

  /// Whether its code says that there was no name, no connection or no trust: nothing of the request was taken.
  var isUnsent: Bool { Self.unsent.contains(code) }

  /// The same error where its code agrees with what is known; otherwise one whose code does, with this one beneath.
  package func knowing(isUnsent: Bool) -> URLError {
    guard self.isUnsent != isUnsent else { return self }
    return URLError(
      isUnsent ? .cannotConnectToHost : .networkConnectionLost,
      userInfo: [NSUnderlyingErrorKey: self])
  }
}
