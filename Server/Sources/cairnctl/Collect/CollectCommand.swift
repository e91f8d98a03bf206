import ToolSupport
import ArgumentParser
import CairnCollector
import Foundation

/// `cairnctl collect`: runs the collector as a server.
@available(macOS 14, *)
struct CollectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Receive events over HTTP and store each one exactly once, in SQLite or PostgreSQL.",
    discussion: """
      Implements Segment's protocol: POST /v1/batch. Runs until SIGINT or SIGTERM; then it \
      finishes the requests under way and closes the database.
      """)

  @Option(help: "TCP port to listen on, 0 to 65535; 0 chooses a free port.")
  var port = 8080

  @Option(help: "Name or address to listen on; other than loopback requires --write-key or --keys.")
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "SQLite file, created if missing. (default: cairn/collector.sqlite in $XDG_STATE_HOME or "
        + "$HOME/.local/state)", valueName: "path"))
  var database: String?

  @Option(
    help: ArgumentHelp(
      "A PostgreSQL database instead of a SQLite file, which several collectors may share: "
        + "postgres://user@host1,host2/name. The password comes from PGPASSWORD or ~/.pgpass.",
      valueName: "URL"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "A write key to accept, and the project of its events (default: the key); may be "
        + "repeated. Without any, every key is accepted and is the name of the project.",
      valueName: "key[=project]"))
  var writeKey: [WriteKeyArgument] = []

  @Option(
    help: ArgumentHelp(
      "A key for reading the events of one project (default: of all) at /v1/events; may be "
        + "repeated. Without read and write keys, reading is possible only on this machine.",
      valueName: "key[=project]"))
  var readKey: [ReadKeyArgument] = []

  @Option(
    help: ArgumentHelp(
      "A key for erasing and exporting the events of a user of one project (default: of all); may "
        + "be repeated. It also permits reading.", valueName: "key[=project]"))
  var adminKey: [ReadKeyArgument] = []

  @OptionGroup(title: "Operations")
  var operations: OperationsOptions

  @Option(
    help: ArgumentHelp(
      "File with the digests of more keys, which cairnctl key creates; it is reloaded when it "
        + "changes. Its keys are not visible in the list of processes.", valueName: "path"))
  var keys: String?

  @Option(
    help: ArgumentHelp(
      "JSON file of remote settings, served at /v1/settings/KEY and reread for every request.",
      valueName: "path"))
  var settings: String?

  @Option(
    help: ArgumentHelp(
      "JSON document of the experiments, served at /v1/config/KEY and reread for every "
        + "request; while it is not valid, the last valid one is served.", valueName: "path"))
  var config: String?

  @Flag(help: "Open the pages in the browser when the collector listens.")
  var open = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
    guard store == nil || database == nil else {
      throw ValidationError("--store and --database exclude each other")
    }
    guard operations.pages || !open else {
      throw ValidationError("--open and --no-pages exclude each other")
    }
  }

  func run() async throws {
    do {
      try await serve()
    } catch let error as CollectorError {
      try? FileHandle.standardError.write(contentsOf: Data("cairnctl: \(sentence(error))\n".utf8))
      throw ExitCode.failure
    }
  }

  private func sentence(_ error: CollectorError) -> String {
    guard error.code == .cannotListen, error.message.contains("errno: \(EADDRINUSE)") else {
      return error.message
    }
    guard error.message.contains("\(host):\(port):") else {
      let taken = operations.metricsPort.map { "port \($0)" } ?? "the port of the metrics"
      return "\(taken) is in use; choose another one with --metrics-port"
    }
    return "port \(port) of \(host) is in use; choose another one with --port"
  }

  private func serve() async throws {
    var configuration =
      try store.map { CollectorConfiguration(storeURL: $0) }
      ?? CollectorConfiguration(databasePath: database ?? StateFolder.file("collector.sqlite"))
    configuration.host = host
    configuration.port = port
    configuration.settingsPath = settings
    configuration.configPath = config
    configuration.writeKeys = Dictionary(
      writeKey.map { ($0.key, $0.project) }, uniquingKeysWith: { _, later in later })
    configuration.readKeys = Dictionary(
      readKey.map { ($0.key, $0.scope) }, uniquingKeysWith: { _, later in later })
    configuration.adminKeys = Dictionary(
      adminKey.map { ($0.key, $0.scope) }, uniquingKeysWith: { _, later in later })
    configuration.keysPath = keys
    operations.apply(to: &configuration)
    let collector = try Collector(configuration, logger: operations.logger)
    let greeting = Greeting(
      host: host, scheme: operations.certificate == nil ? "http" : "https",
      metricsHost: operations.metricsHost, needsKey: !writeKey.isEmpty || keys != nil,
      needsReadKey: !writeKey.isEmpty || !readKey.isEmpty || !adminKey.isEmpty
        || keys != nil,
      database: store == nil ? configuration.databasePath : "PostgreSQL",
      hasPages: operations.pages, opensPages: open)
    do {
      try await Interruption.watching { try await run(collector, greeting) }
    } catch is Interruption {
      // The collector shut down normally.
    }
  }

  /// Runs until the task is cancelled, which shuts the collector down.
  private func run(_ collector: Collector, _ greeting: Greeting) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let metricsPort = try await collector.boundMetricsPort()
        greeting.print(port: try await collector.boundPort(), metricsPort: metricsPort)
      }
      defer { group.cancelAll() }
      try await collector.run()
    }
  }
}
