import ArgumentParser
import Foundation
import ToolSupport

/// `cairnctl try`: shows a collector, its pages and the SDK at work.
@available(macOS 14, *)
struct TryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "See the SDK, the collector and its pages at work, with a sample shop.",
    discussion: """
      Starts a collector with a temporary database, opens its pages, and stores a month of a \
      sample shop. Then the shop's app tracks events with the SDK; it is killed with SIGKILL, and \
      the collector too. At the end the tracked events are compared with the stored ones. The shop \
      goes on until Ctrl-C, which removes everything.

      Exits with 1 if an event was lost or stored twice.
      """)

  @Option(help: "TCP port of the collector; another one if it is in use.") var port = 8080
  @Option(help: "Seconds from one step to the next, 1 to 600.") var pause = 6.0
  @Flag(help: "Print the address of the pages, and do not open them.") var noOpen = false
  @Flag(help: "End after the comparison, instead of at Ctrl-C.") var once = false

  func validate() throws {
    guard (1...65_535).contains(port) else { throw ValidationError("--port is 1 to 65535") }
    guard (1...600).contains(pause) else { throw ValidationError("--pause is 1 to 600") }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    guard let port = FreePort.find(preferred: port) else { throw TryFailure("no port is free") }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-try-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let collector = TryCollector(port: port, folder: folder.path)
    let course = TryCourse(
      collector: collector, shop: TryShop(folder: folder.path, endpoint: collector.url),
      pause: .seconds(pause), opensPages: !noOpen, once: once)
    var proof: TryProof?
    do {
      proof = try await Interruption.watching { try await course.run() }
    } catch is Interruption {
      Terminal.standardOutput.write("\n")
    } catch {
      await course.end()
      throw error
    }
    await course.end()
    if let proof, !proof.isGood { throw ExitCode.failure }
  }
}
