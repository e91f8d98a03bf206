import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct LifecycleTests {
  let scene: ContextFixture

  init() { self.init(ContextFixture()) }

  init(_ scene: ContextFixture) { self.scene = scene }

  func start(
    version: String? = "1.0", build: String? = "7", _ events: LifecycleEvents = .all,
    on files: (any FileSystem)? = nil
  ) -> Analytics {
    scene.start(on: files) {
      $0.sessionTimeout = nil
      $0.lifecycleEvents = events
      $0.seams.release = AppRelease(version: version, build: build)
    }
  }

  /// Launches and closes; returns the events recorded until then.
  func launch(
    version: String? = "1.0", build: String? = "7", _ events: LifecycleEvents = .all
  ) async -> [SeenEvent] {
    let before = scene.events().count
    let analytics = start(version: version, build: build, events)
    let seen = await scene.delivered(by: analytics)
    await scene.kill(analytics)
    return Array(seen.dropFirst(before))
  }

  @Test("the first launch is recorded once, and each new version or build once")
  func releases() async {
    let installed = await launch()
    #expect(installed.names == ["Application Installed"])
    #expect(installed.first?.properties == ["version": "1.0", "build": "7"])
    #expect(await launch().isEmpty)
    let updated = await launch(version: "1.1", build: "8")
    #expect(updated.names == ["Application Updated"])
    #expect(
      updated.first?.properties == [
        "version": "1.1", "build": "8", "previous_version": "1.0", "previous_build": "7",
      ])
    #expect(await launch(version: "1.1", build: "8").isEmpty)
    #expect(await launch(version: "1.1", build: "9").names == ["Application Updated"])
  }

  @Test("disabled events are not recorded, and not recorded later either")
  func switchedOff() async {
    #expect(Configuration(destinations: []).lifecycleEvents == [])
    #expect(await launch([.updated]).isEmpty)
    #expect(await launch(.all).isEmpty)
    #expect(await launch(version: "2.0", [.installed]).isEmpty)
    #expect(await launch(version: "2.0", .all).isEmpty)
  }

  @Test("an app without a version is installed once")
  func noVersion() async {
    #expect(await launch(version: nil, build: nil).map(\.properties) == [[:]])
    #expect(await launch(version: nil, build: nil).isEmpty)
  }

  @Test("after a kill at any write the installation is recorded under one identifier")
  func killed() async {
    let images = Locked<[InMemoryFileSystem]>([])
    let files = FaultyFileSystem(scene.storage.files) { call in
      if call.name == "write" {
        let image = InMemoryFileSystem(copying: scene.storage.memory)
        images.withLock { $0.append(image) }
      }
      return .none
    }
    scene.server.isOffline = true
    let first = start(on: files)
    await scene.kill(first)
    let all = images.withLock { $0 }
    #expect(all.count >= 5)
    for image in all {
      let relaunched = LifecycleTests(scene.killed(leaving: image))
      var ids: Set<String> = []
      for _ in 0..<2 {
        let installed = await relaunched.launch().named("Application Installed")
        ids.formUnion(installed.map(\.id))
      }
      #expect(ids.count == 1)
    }
  }

  @Test("with an unreadable file no installation event is recorded")
  func unreadable() async {
    let files = FaultyFileSystem(scene.storage.files) { call in
      call.path.hasSuffix("/release") ? .fail(FileError.inputOutput) : .none
    }
    let analytics = start(on: files)
    #expect(await scene.delivered(by: analytics).isEmpty)
    #expect(scene.said.withLock { $0 } == ["lifecycle.storage"])
    await analytics.close()
  }

  @Test("each entry into the foreground or the background is recorded once")
  func frontAndBack() async throws {
    let analytics = start([.opened, .backgrounded])
    let link = try #require(URL(string: "shop://x?token=1"))
    let mail = try #require(URL(string: "https://mail.example"))
    analytics.engine?.handle(.background)
    analytics.openURL(link, referrer: mail)
    for signal in [HostSignal.foreground, .foreground, .background, .background, .foreground] {
      analytics.engine?.handle(signal)
    }
    analytics.openURL(link)
    let events = await scene.delivered(by: analytics)
    #expect(
      events.names == [
        "Deep Link Opened", "Application Opened", "Application Backgrounded", "Application Opened",
        "Deep Link Opened",
      ])
    #expect(
      events.named("Application Opened").map(\.properties) == [
        [
          "from_background": false, "version": "1.0", "build": "7", "url": "shop://x",
          "referring_application": "https://mail.example",
        ],
        ["from_background": true, "version": "1.0", "build": "7"],
      ])
    await analytics.close()
  }
}
