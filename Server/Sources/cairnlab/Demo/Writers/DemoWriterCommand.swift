import ArgumentParser
import Cairn

/// One process of a writer, which uses the SDK as an app does.
struct DemoWriterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-writer", abstract: "Run one writer of the demo, which starts and kills it.",
    shouldDisplay: false)

  @OptionGroup var life: WriterLife

  func run() async throws {
    try await life.live { folder in
      let analytics = try start(folder)
      var events = NumberedEvents(
        writer: life.writer, analytics: analytics, witness: try Witness(path: folder.witness))
      return (analytics, { try events.next() })
    }
  }

  private func start(_ folder: WriterFolder) throws -> Analytics {
    var configuration = Configuration(
      writeKey: "demo", destinations: try life.destination.map { try $0.destination() })
    configuration.directory = folder.journal
    configuration.flushInterval = 0.25
    configuration.retry = RetryPolicy(firstDelay: 0.05, maximumDelay: 1)
    return Analytics(configuration)
  }
}
