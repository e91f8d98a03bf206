import Cairn
import CairnTesting
import Foundation
import Testing

/// The assignment of folders to destinations, including folders of earlier versions.
@Suite struct DestinationNamesTests {
  let storage = TestStorage()
  let clock = ManualClock()

  func launch(_ destinations: [RecordingDestination]) -> Analytics {
    var configuration = Configuration(destinations: destinations)
      .testing(clock: clock, storage: storage)
    configuration.flushAt = 1_000
    configuration.diagnostics = { _ in }
    return Analytics(configuration)
  }

  /// Returns the events that the destinations of a launch get; `keeper` accepts nothing.
  @discardableResult
  func delivered(_ names: [String], recording event: String? = nil) async -> [[String]] {
    let destinations = names.map { name in
      RecordingDestination(
        name: name,
        answer: { _ in name == "keeper" ? .later(afterSeconds: 600, reason: "") : .accepted })
    }
    let analytics = launch(destinations)
    if let event { analytics.track(event) }
    await analytics.flush()
    #expect(analytics.ledger().balances)
    await analytics.close()
    return destinations.map { $0.events.compactMap { $0.fields?["event"] as? String } }
  }

  /// Creates the folder of an earlier version: a destination that has the first event, and waits
  /// for the second.
  func leaveOldFolder(_ name: String) async throws {
    await delivered(["old"], recording: "Before")
    let server = RecordingDestination(
      name: "old", answer: { _ in .later(afterSeconds: 600, reason: "not now") })
    let analytics = launch([server])
    analytics.track("Waiting")
    await analytics.close(flushingForSeconds: 0)
    clock.advance(bySeconds: 3_600)
    try storage.files.move(folder + "/old", to: "\(folder)/\(name)")
  }

  let folder = "/test/key-ef46db3751d8e999/v1/dest"
  var folders: [String] { ((try? storage.files.list(folder)) ?? []).sorted() }

  static let alike = [
    ["日本", "中国"], ["中国", "__"], ["__", "日本"], ["café", "cafe\u{301}"], ["a b", "a_b", "a/b"],
    [String(repeating: "a", count: 100), String(repeating: "a", count: 101)], ["", ".", "_"],
  ]

  @Test(
    "destinations whose names map to the same folder name are delivered to separately",
    arguments: alike)
  func atOnce(names: [String]) async {
    let events = await delivered(names, recording: "Seen")
    #expect(events == names.map { _ in ["Seen"] })
    #expect(Set(folders).count == names.count)
  }

  @Test(
    "destinations whose names map to the same folder name share no cursor over two launches",
    arguments: alike)
  func twoLaunches(names: [String]) async {
    await delivered([names[0], "keeper"], recording: "Seen")
    for name in names.dropFirst() { #expect(await delivered([name]) == [["Seen"]]) }
    #expect(await delivered(names).allSatisfy(\.isEmpty))
  }

  @Test(
    "a destination that is added while the app runs shares no cursor with another one",
    arguments: alike)
  func added(names: [String]) async {
    let destinations = names.map { RecordingDestination(name: $0) }
    let analytics = launch([destinations[0]])
    for destination in destinations.dropFirst() { await analytics.addDestination(destination) }
    analytics.track("Seen")
    await analytics.flush()
    #expect(destinations.map(\.events.count) == names.map { _ in 1 })
    for name in names { #expect(await analytics.removeDestination(name)) }
    await analytics.close()
  }

  @Test("a name of plain letters is the name of its folder, without a name file")
  func plain() async throws {
    await delivered(["mixpanel", "Http.2-x"], recording: "Seen")
    #expect(folders == ["Http.2-x", "mixpanel"])
    for name in folders {
      #expect(try !storage.files.list("\(folder)/\(name)").contains("name"))
    }
  }

  @Test(
    "the cursor of an earlier version continues",
    arguments: ["日本", "a b", "a_b", String(repeating: "é", count: 200)])
  func takenOver(name: String) async throws {
    try await leaveOldFolder(FileName.safe(name))
    #expect(await delivered([name]) == [["Waiting"]])
    #expect(folders == [FileName.safe(name)])
    #expect(await delivered([name], recording: "After") == [["After"]])
  }

  @Test("where several destinations could own an old folder, the first one gets it and keeps it")
  func firstOne() async throws {
    try await leaveOldFolder("__")
    #expect(await delivered(["日本"]) == [["Waiting"]])
    let events = await delivered(["中国", "__", "日本"], recording: "After")
    #expect(events.map(\.last) == ["After", "After", "After"])
    #expect(events[2] == ["After"])
    #expect(folders.count == 3)
  }

  @Test("the owner of an old folder keeps it after an erasure, with its counters")
  func erased() async throws {
    try await leaveOldFolder("__")
    await delivered(["日本"])
    let analytics = launch([RecordingDestination(name: "日本")])
    try await analytics.erase()
    await analytics.close()
    let claim = NameOwnership("\(folder)/__/name", in: storage.files)
    #expect(try claim.owner(orElse: "中国") == Array("日本".utf8))
    await delivered(["中国"], recording: "Seen")
    #expect(await delivered(["日本"]) == [["Seen"]])
    #expect(folders.count == 2)
  }

  @Test("consent for one destination does not apply to another whose folder name is the same")
  func categories() async {
    let destinations = ["日本", "中国", "a b"].map { RecordingDestination(name: $0) }
    var configuration = Configuration(destinations: destinations)
      .testing(clock: clock, storage: storage)
    configuration.consentCategories = ["中国": [.advertising], "a_b": [.advertising]]
    configuration.diagnostics = { _ in }
    let analytics = Analytics(configuration)
    analytics.setConsent([.advertising: .denied])
    analytics.track("Seen")
    await analytics.flush()
    // The last one is denied under the name that an earlier version made of its name.
    #expect(destinations.map(\.events.count) == [1, 0, 0])
    await analytics.close()
  }
}
