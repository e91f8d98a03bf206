#if Server
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension URLError {
  private static let late: [HTTPClientError] = [
    .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .writeTimeout,
    .readTimeout, .deadlineExceeded,
  ]
  /// The errors that the system returns only for a connection that could not be established.
  private static let unconnected = [
    ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, EACCES, EPERM,
  ]

  /// Creates the `URLError` for an error of async-http-client, which becomes its underlying error.
  init(naming error: any Error) {
    if let error = error as? URLError {
      self = error
    } else {
      self.init(Self.code(error), userInfo: [NSUnderlyingErrorKey: error])
    }
  }

  private static func code(_ error: any Error) -> Code {
    switch error {
    case is CancellationError: .cancelled
    case let error as HTTPClientError: code(error)
    case let error as NIOConnectionError:
      error.connectionErrors.isEmpty ? .cannotFindHost : .cannotConnectToHost
    case let error as IOError where unconnected.contains(error.errnoCode): .cannotConnectToHost
    case NIOSSLError.handshakeFailed, is NIOSSLExtraError: .secureConnectionFailed
    case is HTTPParserError: .badServerResponse
    case NIOHTTPDecompression.DecompressionError.limit: .dataLengthExceedsMaximum
    case is NIOHTTPDecompression.DecompressionError: .cannotDecodeContentData
    case is NIOHTTPDecompression.ExtraDecompressionError: .cannotDecodeContentData
    default: .networkConnectionLost
    }
  }

  private static func code(_ error: HTTPClientError) -> Code {
    if late.contains(error) { return .timedOut }
    switch error {
    case .cancelled: return .cancelled
    case .invalidURL, .emptyHost, .emptyScheme: return .badURL
    default: return .networkConnectionLost
    }
  }
}
#endif
