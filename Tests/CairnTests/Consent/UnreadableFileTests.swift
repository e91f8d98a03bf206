import Cairn
import CairnTesting
import Foundation
import Testing

/// Any file of the folder cannot be opened by the first calls of a launch, and can be opened
/// shortly afterwards.
@Suite struct UnreadableFileTests {
  /// Launches an app that uses every kind of file.
  private func launch(
    _ scene: ConsentFixture, on files: (any FileSystem)? = nil
  ) async -> Analytics {
    await scene.launch {
      $0.sessionTimeout = 60
      $0.lifecycleEvents = .all
      $0.lossReportInterval = 3_600
      $0.seams.release = AppRelease(version: "1.0", build: "7")
      $0.remoteSettings = RemoteSettings(
        url: URL(filePath: "/settings"),
        transport: RecordingTransport(otherwise: { _ in .status(200, body: #"{"flushAt":900}"#) }))
      if let files { $0.seams.files = files }
    }
  }

  /// Returns a device on which one of two destinations has one event more than the other.
  private func device() async -> (scene: ConsentFixture, id: String) {
    let scene = ConsentFixture()
    let first = await launch(scene)
    first.setConsent(.granted)
    first.identify("bob")
    first.superProperties.register(["plan": "pro"])
    first.track(String(repeating: "x", count: 300))
    first.track("One")
    scene.ads.isOffline = true
    await first.flush()
    first.track("Two")
    #expect(await eventually { scene.allFiles.contains("v1/settings") })
    let id = first.anonymousID
    await first.close(flushingForSeconds: 0)
    scene.ads.isOffline = false
    return (scene, id)
  }

  @Test("no user and no event is lost, whichever file cannot be read and for however many calls")
  func healed() async {
    let files = await device().scene.allFiles
    for name in ["consent", "identity", "session", "super", "release", "settings", "losses"] {
      #expect(files.contains { $0.hasSuffix("/" + name) || $0 == name }, "\(name): \(files)")
    }
    for file in files {
      for calls in 1...4 { await healed(file, calls: calls) }
    }
  }

  private func healed(_ file: String, calls: Int) async {
    let (scene, id) = await device()
    let what: Comment = "\(file), \(calls) calls"
    let left = Locked(calls)
    let files = FaultyFileSystem(scene.storage.files) { call in
      guard call.path == "\(ConsentFixture.instance)/\(file)" else { return .none }
      let fails = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return fails ? .fail(FileError.inputOutput) : .none
    }
    let second = await launch(scene, on: files)
    second.track("Three")
    await second.flush()
    await second.close(flushingForSeconds: 0)
    // The files of a destination that are read depend on its batch in flight.
    if !file.contains("/dest/") { #expect(left.withLock { $0 } < calls, "\(what): not asked for") }
    let third = await launch(scene)
    #expect(third.userID == "bob", what)
    #expect(third.anonymousID == id, what)
    #expect(third.superProperties.current == ["plan": "pro"], what)
    #expect(third.consent == .granted, what)
    while !(await third.flush().isComplete) {}
    for server in [scene.server, scene.ads] {
      // Events in flight when the app was closed are sent again with their identifiers.
      let named = server.acceptedEvents.map { [$0.fields?["event"] as? String, $0.id.description] }
      let names = Set(named).compactMap { $0[0] }
      for name in ["One", "Two", "Three", "Application Installed"] {
        #expect(names.filter { $0 == name }.count == 1, "\(what): \(name) of \(server.name)")
      }
    }
    await third.close()
  }
}
