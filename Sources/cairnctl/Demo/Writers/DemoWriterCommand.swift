import ArgumentParser
import Cairn
import Foundation

/// One life of a writer, in a process of its own: an app that uses the SDK as any app would.
struct DemoWriterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-writer", abstract: "One writer of the demo, which starts and kills it.",
    shouldDisplay: false)

  @Option(help: "The writer's number, from 1.")
  var writer: Int

  @Option(help: "The writer's folder.")
  var folder: String

  @Option(help: "Where to deliver, as name=port; once for each destination.")
  var destination: [DestinationAddress]

  @Option(help: "Events a second, from 1.")
  var rate: Int

  @Option(help: "Seconds to deliver what is left, when told to finish.")
  var patience: Double

  func run() async throws {
    let orders = WriterOrders()
    orders.listen()
    let folder = WriterFolder(root: URL(fileURLWithPath: folder, isDirectory: true))
    let analytics = try start(folder)
    let witness = try Witness(path: folder.witness)
    var track = NumberedEvents(writer: writer, analytics: analytics, witness: witness)
    try await WriterPace(rate: rate).run(orders) { try track.next() }
    let isComplete = try await deliver(analytics)
    let report = try JSONEncoder().encode(WriterReport(analytics.ledger()))
    try report.write(to: folder.report, options: .atomic)
    await analytics.close()
    if !isComplete { throw ExitCode(2) }
  }

  private func start(_ folder: WriterFolder) throws -> Analytics {
    var configuration = Configuration(
      writeKey: "demo", destinations: try destination.map { try $0.destination() })
    configuration.directory = folder.journal
    configuration.flushInterval = 0.25
    configuration.retry = RetryPolicy(firstDelay: 0.05, longestDelay: 1)
    return Analytics(configuration)
  }

  /// Whether all was delivered in time.
  private func deliver(_ analytics: Analytics) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(patience)
    while await !analytics.flush().isComplete {
      guard ContinuousClock.now < deadline else { return false }
      try await Task.sleep(for: .milliseconds(100))
    }
    return true
  }
}
