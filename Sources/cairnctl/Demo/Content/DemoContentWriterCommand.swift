import ArgumentParser
import Cairn
import CairnAdobe
import CairnContent
import Foundation

/// One life of a writer of interactions, in a process of its own.
struct DemoContentWriterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-content-writer",
    abstract: "One writer of the demo of content, which starts and kills it.", shouldDisplay: false)

  @Option(help: "The writer's number, from 1.")
  var writer: Int

  @Option(help: "The writer's folder.")
  var folder: String

  @Option(help: "Where to deliver, as name=port.")
  var destination: DestinationAddress

  @Option(help: "Interactions a second, from 1.")
  var rate: Int

  @Option(help: "Seconds to deliver what is left, when told to finish.")
  var patience: Double

  func run() async throws {
    let orders = WriterOrders()
    orders.listen()
    let folder = WriterFolder(root: URL(fileURLWithPath: folder, isDirectory: true))
    let content = try start(folder)
    let witness = try Witness(path: folder.witness)
    var track = NumberedInteractions(writer: writer, content: content, witness: witness)
    try await WriterPace(rate: rate).run(orders) { try track.next() }
    let isComplete = try await deliver(content.analytics)
    let report = try JSONEncoder().encode(WriterReport(content.analytics.ledger()))
    try report.write(to: folder.report, options: .atomic)
    await content.analytics.close()
    if !isComplete { throw ExitCode(2) }
  }

  private func start(_ folder: WriterFolder) throws -> ContentAnalytics {
    var settings = ContentConfiguration(["edge.configId": "demo"])
    settings.batchFlushInterval = 250
    guard let server = URL(string: "http://127.0.0.1:\(destination.port)") else {
      throw DemoFailure("no address: \(destination.argument)")
    }
    // The proxy says 413 to what is not too large: what cannot be divided is sent again.
    var statuses = StatusTable.standard
    statuses[413] = .later
    let edge = AdobeEdgeDestination(
      settings, endpoint: writer.isMultiple(of: 2) ? .collect : .interact, name: destination.name,
      server: server, statuses: statuses, transport: PatientTransport())
    var configuration = Configuration(writeKey: "demo", destinations: [edge])
    configuration.directory = folder.journal
    return ContentAnalytics(Analytics(configuration), settings)
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
