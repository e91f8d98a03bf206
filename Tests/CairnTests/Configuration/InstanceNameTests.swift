import Cairn
import CairnTesting
import Foundation
import Testing

/// The assignment of folders to instances, including folders of earlier versions.
@Suite struct InstanceNameTests {
  let storage = TestStorage()
  let clock = ManualClock()
  /// A record like a file beside the journals: a journal whose name is not in it is accepted.
  let installs = MemoryInstallRecord(staysWithDevice: false)

  func launch(_ instance: String, _ server: RecordingDestination) -> Analytics {
    var configuration = Configuration(destinations: [server]).testing(
      clock: clock, storage: storage)
    configuration.seams.installs = installs
    configuration.instance = instance
    configuration.flushAt = 1_000
    configuration.diagnostics = { _ in }
    return Analytics(configuration)
  }

  /// Records an event without delivering it.
  func record(_ event: String, _ instance: String) async {
    let server = RecordingDestination(
      answer: { _ in .later(afterSeconds: 600, reason: "not now") })
    let analytics = launch(instance, server)
    analytics.track(event)
    await analytics.close(flushingForSeconds: 0)
  }

  /// Returns the events that its next launch delivers.
  func delivered(_ instance: String) async -> [String] {
    let server = RecordingDestination()
    let analytics = launch(instance, server)
    clock.advance(bySeconds: 3_600)
    await analytics.flush()
    await analytics.close()
    return server.events.compactMap { $0.fields?["event"] as? String }
  }

  var folders: [String] { ((try? storage.files.list("/test")) ?? []).sorted() }

  @Test("instances whose names differ only in invalid file name characters share nothing")
  func apart() async {
    for name in ["日本", "中国", "Shop", "shop", "café", "cafe\u{301}"] { await record(name, name) }
    for name in ["日本", "中国", "Shop", "shop", "café", "cafe\u{301}"] {
      let events = await delivered(name)
      #expect(events.map { Array($0.utf8) } == [Array(name.utf8)])
    }
  }

  /// Creates the folder of an earlier version: named after the instance, with forbidden characters
  /// replaced.
  func leaveOldFolder(_ name: String, _ events: [String]) async throws {
    for event in events { await record(event, "old") }
    try storage.files.move("/test/old", to: "/test/\(name)")
  }

  @Test(
    "the journal of an earlier version is used again",
    arguments: ["日本", "Shop", "my shop", "shop"])
  func taken(instance: String) async throws {
    try await leaveOldFolder(FileName.safe(instance), ["Before"])
    await record("After", instance)
    #expect(await delivered(instance) == ["Before", "After"])
    #expect(folders == [FileName.safe(instance)])
  }

  @Test("where two instances could own an old folder, the first one gets it and keeps it")
  func firstOne() async throws {
    try await leaveOldFolder("__", ["Before"])
    await record("of Japan", "日本")
    await record("of China", "中国")
    #expect(await delivered("中国") == ["of China"])
    #expect(await delivered("日本") == ["Before", "of Japan"])
    #expect(folders.count == 2)
  }

  @Test("the owner of an old folder keeps it after an erasure")
  func erased() async throws {
    try await leaveOldFolder("__", ["Before"])
    let analytics = launch(
      "日本",
      RecordingDestination(answer: { _ in .later(afterSeconds: 600, reason: "not now") }))
    try await analytics.erase()
    await record("of China", "中国")
    analytics.track("of Japan")
    await analytics.close(flushingForSeconds: 0)
    #expect(await delivered("中国") == ["of China"])
    #expect(await delivered("日本") == ["of Japan"])
  }
}
