import ArgumentParser
import Cairn
import CairnMigration
import Foundation
import ToolSupport

/// Shows what another SDK has left in the container of an app, or imports it into a journal.
struct MigrateStoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Show the events and the identity that another SDK has left in an app's container.",
    discussion: """
      The folder is a container that was copied from a device: it has the folders Library and \
      Documents. Nothing in it is changed.

      With --journal the events, not the identity, are also imported into the journal of an \
      instance: the folder is the one of `Configuration.directory`, and --write-key and --instance \
      are those of the app. \
      A copy of the container is imported, so a second import appends the events again, with the \
      same identifiers.

      --json prints an object: stores, each with sdk, key, outcome, imported, withheld, lost (by \
      reason), skipped, operations and identity. Exits with 1 when a record is lost.
      """)

  @Argument(help: "The folder of the container.") var folder: String?
  @Option(help: "Only the stores of this SDK; --help-sdks lists the names.") var sdk: String?
  @Option(help: "Only the store with this write key, API key, token or namespace.") var key: String?
  @Option(
    name: .customLong("bundle-id"),
    help: "The app's bundle identifier, if several apps share the preferences.")
  var bundleID: String?
  @Option(help: "The folder with the journals of an app, into which the events are imported.")
  var journal: String?
  @Option(help: "The write key of the instance.") var writeKey = ""
  @Option(help: "The name of the instance.") var instance: String?
  @Option(help: "The name of the one destination that receives the events.") var to: String?
  @Flag(name: .customLong("help-sdks"), help: "Print the names of the SDKs.")
  var helpSDKs = false
  @Flag(help: "Print JSON instead of a table.") var json = false

  private var source: MigrationSource {
    sdk.map { MigrationSource(vendor: $0, key: key) } ?? .everythingFound
  }

  func validate() throws {
    if let sdk, !StoreFinder.vendors.contains(sdk) {
      let names = StoreFinder.vendors.joined(separator: ", ")
      throw ValidationError("There is no SDK \(sdk). The names are: \(names).")
    }
    if key != nil, sdk == nil { throw ValidationError("--key needs --sdk.") }
    if !helpSDKs { try checkFolder() }
  }

  private func checkFolder() throws {
    guard let folder else { throw ValidationError("The folder of the container is missing.") }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw ValidationError("There is no folder \(folder).") }
  }

  func run() async throws {
    guard !helpSDKs, let folder else {
      return print(StoreFinder.vendors.joined(separator: "\n"))
    }
    let files = PosixFileSystem(followsLinks: true)
    let container = Container(
      folder: URL(fileURLWithPath: folder).path, bundleID: bundleID, files: files)
    let survey = try StoreSurvey.report(of: [source], in: container)
    let identities = try StoreSurvey.identities(of: [source], in: container)
    var report = MigrateReport(survey, identities)
    if let journal { report = MigrateReport(try await migrate(folder, to: journal), identities) }
    print(json ? try StableJSON.text(report) : report.text(of: folder))
    if !report.isComplete { throw ExitCode(1) }
  }

  /// Imports a copy of the container.
  private func migrate(_ folder: String, to journal: String) async throws -> MigrationReport {
    let copy = URL(fileURLWithPath: journal).appendingPathComponent("migrated-container")
    let manager = FileManager.default
    try manager.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? manager.removeItem(at: copy)
    try manager.copyItem(at: URL(fileURLWithPath: folder), to: copy)
    defer { try? manager.removeItem(at: copy) }
    var configuration = Configuration(writeKey: writeKey, destinations: [])
    configuration.directory = URL(fileURLWithPath: journal)
    configuration.instance = instance
    configuration.lifecycleEvents = []
    // Nothing is delivered here, and nothing is dropped either.
    configuration.journal.bytes = 1 << 40
    let analytics = Analytics(configuration)
    let container = Container(
      folder: copy.path, bundleID: bundleID, files: PosixFileSystem(followsLinks: true))
    let report = await analytics.migrate(from: source, to: to, in: container)
    await analytics.close(flushingForSeconds: 0)
    if let interruption = report.interruption {
      throw ValidationError("The import stopped: \(interruption).")
    }
    return report
  }
}
