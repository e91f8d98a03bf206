import Cairn
import CairnTesting
import Testing

/// Uploads of the system when consent is denied and the process is killed then.
@Suite struct DeniedUploadTests {
  @Test("after a kill right behind a denial, the next launch cancels the system's uploads")
  func killed() async throws {
    let scene = UploadFixture()
    let first = scene.start()
    first.track("secret")
    await scene.suspend(first)
    let begun = scene.uploader.begun
    #expect(begun.count == 1)
    first.setConsent(.denied)
    let image = InMemoryFileSystem(copying: scene.storage.memory)
    await first.close(flushingForSeconds: 0)
    // The system continues its upload, because nothing has cancelled it.
    let system = StubUploader()
    for upload in begun { system.upload(upload) }
    var configuration = Configuration(destinations: [RecordingDestination(name: "http")])
    configuration.instance = "shop"
    configuration = configuration.testing(
      clock: scene.clock,
      storage: TestStorage(image, installs: scene.storage.installs, launches: 500))
    configuration.seams.uploader = system
    let second = Analytics(configuration)
    await second.flush()
    #expect(await system.outstanding().isEmpty)
    await second.close(flushingForSeconds: 0)
  }
}
