import ArgumentParser
import Cairn
import CairnAdobe
import CairnContent
import Foundation

/// One process of a writer of interactions.
struct DemoContentWriterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-content-writer",
    abstract: "Run one writer of the content demo, which starts and kills it.",
    shouldDisplay: false)

  @OptionGroup var life: WriterLife

  func run() async throws {
    try await life.live { folder in
      let content = try start(folder)
      var interactions = NumberedInteractions(
        writer: life.writer, content: content, witness: try Witness(path: folder.witness))
      return (content.analytics, { try interactions.next() })
    }
  }

  private func start(_ folder: WriterFolder) throws -> ContentAnalytics {
    var settings = ContentConfiguration(["edge.configId": "demo"])
    settings.batchFlushInterval = 250
    var configuration = Configuration(
      writeKey: "demo", destinations: try life.destination.map { try edge($0, settings) })
    configuration.directory = folder.journal
    return ContentAnalytics(Analytics(configuration), settings)
  }

  private func edge(
    _ address: DestinationAddress, _ settings: ContentConfiguration
  ) throws -> AdobeEdgeDestination {
    guard let server = URL(string: "http://127.0.0.1:\(address.port)") else {
      throw DemoFailure("not an address: \(address.argument)")
    }
    // The proxy responds with 413 even if a body is not too large: one that cannot be divided is
    // sent again.
    var statuses = StatusTable.standard
    statuses[413] = .later
    return AdobeEdgeDestination(
      settings, endpoint: life.writer.isMultiple(of: 2) ? .collect : .interact, name: address.name,
      server: server, statuses: statuses, transport: PatientTransport())
  }
}
