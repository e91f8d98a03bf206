import Cairn
import CairnTesting
import Foundation
import Testing

/// The whole SDK on a real folder that it does not trust: nothing is written there, and the app
/// continues.
@Suite struct RefusedFolderTests {
  let folder = RealFolder()
  let server = RecordingDestination()
  let said = Log<Diagnostic>()

  func start(_ directory: String? = nil, consent: Consent = .granted) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.directory = URL(fileURLWithPath: directory ?? folder.path)
    configuration.instance = "app"
    configuration.defaultConsent = consent
    configuration.diagnostics = { [said] in said.append($0) }
    configuration = configuration.testing(clock: ManualClock())
    configuration.seams.files = PosixFileSystem()
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  var app: String { folder.path + "/app" }

  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: app).sorted()
  }

  /// The log message about a refused folder; nil when none was refused.
  var refusal: String? { said.items.first { $0.code == "journal.inMemory" }?.message }

  @Test("a folder that others may write to is refused with its path, its mode and the remedy")
  func writable() async throws {
    try FileManager.default.createDirectory(
      atPath: app, withIntermediateDirectories: true, attributes: nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: app)
    let analytics = await start()
    #expect(
      refusal
        == "events are kept in memory and are lost when the process ends: open \(app): "
        + "other users may write to it (mode 0777): remove that permission "
        + "(chmod -R go-w), or choose another Configuration.directory")
    analytics.track("Event")
    #expect(await analytics.flush().isComplete)
    #expect(server.events.count == 1)
    #expect(analytics.ledger().isInMemory && analytics.ledger().balances)
    await analytics.close()
    #expect(try names() == [])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: app)
    let next = await start()
    #expect(!next.ledger().isInMemory)
    await next.close()
  }

  @Test(
    "a link in place of a folder is refused, and nothing is written to its target",
    arguments: ["", "/v1", "/v1/dest", "/v1/log"])
  func link(name: String) async throws {
    let first = await start()
    first.track("Event")
    await first.flush()
    await first.close()
    let target = folder.path + "/target"
    try FileManager.default.removeItem(atPath: app + name)
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: app + name, withDestinationPath: target)
    let second = await start()
    second.track("Event")
    #expect(await second.flush().isComplete)
    #expect(refusal?.hasSuffix("\(app)\(name): a symbolic link is not followed") == true)
    await second.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
  }

  @Test("a destination whose folder is a link to nothing gets nothing, and no folder is made")
  func destination() async throws {
    try FileManager.default.createDirectory(
      atPath: app + "/v1/dest", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let target = folder.path + "/target"
    let link = app + "/v1/dest/recording"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let analytics = await start()
    analytics.track("Event")
    // The owner creates the folder after the check at the start.
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let result = await analytics.flush()
    #expect(
      result.destinations[0].problem
        == "acquire: open \(link): a symbolic link is not followed")
    #expect(result.pending == 1 && analytics.ledger().balances)
    await analytics.close(flushingForSeconds: 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
    #expect(server.events.isEmpty)
  }

  @Test("a directory that is itself a link is used normally")
  func linkAbove() async throws {
    let link = folder.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let analytics = await start(link)
    analytics.track("Event")
    #expect(await analytics.flush().isComplete)
    #expect(!analytics.ledger().isInMemory)
    await analytics.close()
    #expect(try names().contains("v1/dest/recording/state"))
  }

  @Test("a denial in a refused folder applies")
  func denial() async throws {
    let first = await start()
    first.setConsent(.denied)
    await first.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: app)
    let second = await start()
    #expect(refusal != nil)
    #expect(second.track("Event") == nil)
    #expect(second.consent == .denied)
    await second.close()
    #expect(server.events.isEmpty)
  }

  @Test("the target of a link in place of any file of a folder in use keeps its bytes")
  func files() async throws {
    let first = await start()
    first.identify("somebody")
    server.answerNext(.refused("no"))
    first.track("Refused")
    await first.flush()
    first.superProperties.register(["plan": "a"])
    first.setConsent(.granted)
    server.answerNext(.later(afterSeconds: nil, reason: "down"))
    first.track("Sealed")
    await first.flush()
    await first.close()
    let victim = folder.path + "/victim"
    let secret = Data("the victim's".utf8)
    try secret.write(to: URL(fileURLWithPath: victim))
    let present = try names().filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(app)/\($0)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    #expect(present.count > 8)
    for name in present {
      let path = "\(app)/\(name)"
      let aside = folder.path + "/aside"
      try FileManager.default.moveItem(atPath: path, toPath: aside)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
      let analytics = await start()
      analytics.track("Event")
      await analytics.flush()
      await analytics.close()
      #expect(try Data(contentsOf: URL(fileURLWithPath: victim)) == secret, "\(name)")
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: aside, toPath: path)
    }
  }
}
