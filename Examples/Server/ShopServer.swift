import ArgumentParser
import Foundation

/// A shop on a server that tracks product views and orders.
@main
struct ShopServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shopserver",
    abstract: "A small shop that tracks what is seen and ordered.",
    discussion:
      "GET /products, GET /products/{sku}, POST /orders. SIGTERM or Ctrl-C ends it in order.")

  @Option(help: "TCP port to listen on, 0 to 65535; 0 chooses a free port.")
  var port = 8081

  @Option(help: "Where events go.")
  var collector = "http://127.0.0.1:8080"

  @Option(help: "Folder of the journal. (default: cairn in $XDG_STATE_HOME or ~/.local/state)")
  var journal: String?

  func run() async throws {
    guard let endpoint = URL(string: collector) else {
      throw ValidationError("--collector is a URL, such as http://127.0.0.1:8080")
    }
    guard #available(macOS 14, *) else { throw ValidationError("needs macOS 14") }
    try await ServerProcess(port: port, endpoint: endpoint, journal: journal).run()
  }
}
