import ArgumentParser
import Cairn
import Foundation

/// The arguments and the course of one life of a writer.
struct WriterLife: ParsableArguments {
  @Option(help: "The writer's number, from 1.")
  var writer: Int

  @Option(help: "The writer's folder.")
  var folder: String

  @Option(help: "Where to deliver, as name=port; once for each destination.")
  var destination: [DestinationAddress]

  @Option(help: "Calls per second, from 1.")
  var rate: Int

  @Option(help: "Seconds without a delivery after which the writer fails while it finishes.")
  var patience: Double

  /// Tracks until told to finish, delivers the rest, and writes the ledger; throws when not all was
  /// delivered.
  ///
  /// `start` opens the SDK in a folder, and returns it with a closure that tracks once.
  func live(_ start: (WriterFolder) throws -> (Analytics, () throws -> Void)) async throws {
    let orders = WriterOrders()
    orders.listen()
    let folder = WriterFolder(root: URL(fileURLWithPath: folder, isDirectory: true))
    let (analytics, track) = try start(folder)
    try await WriterPace(rate: rate).run(orders, track: track)
    let isComplete = try await deliver(analytics)
    let report = try JSONEncoder().encode(WriterReport(analytics.ledger()))
    try report.write(to: folder.report, options: .atomic)
    await analytics.close()
    if !isComplete { throw ExitCode(2) }
  }

  /// Returns whether all was delivered; a slow machine may take long, as long as it makes progress.
  private func deliver(_ analytics: Analytics) async throws -> Bool {
    var (left, deadline) = (UInt64.max, ContinuousClock.now)
    while await !analytics.flush().isComplete {
      let pending = analytics.ledger().destinations.reduce(0) { $0 + $1.pending }
      if pending < left { (left, deadline) = (pending, .now + .seconds(patience)) }
      guard ContinuousClock.now < deadline else { return false }
      try await Task.sleep(for: .milliseconds(100))
    }
    return true
  }
}
