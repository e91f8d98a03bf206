import Dispatch
import Logging
import NIOCore
import NIOSSL

/// The certificate and the private key of the server, in files that are read again when they have
/// changed.
///
/// While they cannot be read, or the key is not that of the certificate, the previous ones stay in
/// effect: the two files cannot be replaced at the same moment.
final class TLSFiles: Sendable {
  private struct State {
    var current: NIOSSLContextConfigurationOverride
    var versions: [FileVersion?]
    /// The last error that was logged.
    var problem: String?
  }

  private let certificate: String
  private let key: String
  private let logger: Logger
  private let state: Locked<State>
  private let initial: TLSConfiguration

  init(certificate: String, key: String, logger: Logger) throws(CollectorError) {
    self.certificate = certificate
    self.key = key
    self.logger = logger
    let versions = Self.versions(certificate, key)
    do {
      initial = try Self.read(certificate, key)
    } catch {
      throw .invalid("certificatePath, privateKeyPath: \(error)")
    }
    var current = NIOSSLContextConfigurationOverride()
    current.certificateChain = initial.certificateChain
    current.privateKey = initial.privateKey
    state = Locked(State(current: current, versions: versions))
  }

  /// The configuration of all connections; each handshake uses the current files.
  var configuration: TLSConfiguration {
    var configuration = initial
    configuration.sslContextCallback = { [self] _, promise in
      // On another thread: BoringSSL keeps the errors of a thread, and those of files that cannot
      // be used would end the handshake.
      DispatchQueue.global().async { promise.succeed(self.current()) }
    }
    return configuration
  }

  private func current() -> NIOSSLContextConfigurationOverride {
    let versions = Self.versions(certificate, key)
    return state.withLock { state in
      let isSame = zip(versions, state.versions).allSatisfy { FileVersion.isSame($0, as: $1) }
      guard !isSame else { return state.current }
      do {
        let read = try Self.read(certificate, key)
        let isNew = read.certificateChain != state.current.certificateChain
        state.current.certificateChain = read.certificateChain
        state.current.privateKey = read.privateKey
        (state.versions, state.problem) = (versions, nil)
        if isNew {
          logger.notice("the certificate was reloaded", metadata: ["path": "\(certificate)"])
        }
      } catch {
        if state.problem != "\(error)" {
          logger.error(
            "the certificate could not be reloaded; the previous one stays in effect",
            metadata: ["error": "\(error)"])
        }
        state.problem = "\(error)"
      }
      return state.current
    }
  }

  private static func versions(_ certificate: String, _ key: String) -> [FileVersion?] {
    [FileVersion(certificate), FileVersion(key)]
  }

  private static func read(_ certificate: String, _ key: String) throws -> TLSConfiguration {
    let chain = try NIOSSLCertificate.fromPEMFile(certificate)
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
    // Checks that the key is that of the certificate.
    _ = try NIOSSLContext(configuration: configuration)
    return configuration
  }
}
