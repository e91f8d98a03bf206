import Cairn
import CairnServer
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// The services of this process, and their order.
@available(macOS 14, *)
struct ServerProcess {
  let port: Int
  let endpoint: URL
  let journal: String?

  /// Serves until SIGTERM or SIGINT, and ends at most three seconds after it.
  ///
  /// A group shuts down from its last service to the first: the server responds to its open
  /// requests, and then the `Analytics` delivers their events for two seconds. The remaining events
  /// are in the journal.
  func run() async throws {
    var logger = Logger(label: "shopserver")
    logger.logLevel = .notice
    let analytics = Analytics(configuration(logger))
    let services: [any Service] = [
      CairnService(analytics, flushingForSeconds: 2, logger: logger),
      application(Shop(analytics: analytics), logger),
    ]
    var settings = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A client that does not finish its request must not delay the shutdown.
    settings.maximumGracefulShutdownDuration = .seconds(3)
    try await ServiceGroup(configuration: settings).run()
  }

  private func configuration(_ logger: Logger) -> Configuration {
    var configuration = Configuration(writeKey: "shopserver", endpoint: endpoint)
    configuration.directory = journal.map { URL(fileURLWithPath: $0, isDirectory: true) }
    configuration.transport = AsyncHTTPClientTransport()
    configuration.log(to: logger)
    return configuration
  }

  private func application(_ shop: Shop, _ logger: Logger) -> some Service {
    Application(
      router: shop.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        FileHandle.standardOutput.write(Data("Listening on http://127.0.0.1:\(port)\n".utf8))
      },
      logger: logger)
  }
}
