import Cairn
import CairnTesting
import Testing

/// Files with valid checks and times that no clock returns.
@Suite struct HostileTimesTests {
  /// A destination that waits for more events than there are, also at the start.
  struct Waiting: Destination {
    let name = "waiting"
    var schedule: DeliverySchedule? {
      var schedule = DeliverySchedule(flushAt: 100, flushInterval: 86_400)
      schedule.deliversAtStart = false
      return schedule
    }

    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  let clock = ManualClock()
  let storage = TestStorage()

  func launch() -> Analytics {
    Analytics(Configuration(destinations: [Waiting()]).testing(clock: clock, storage: storage))
  }

  /// Replaces the creation times in the header of a segment, and updates its check.
  func forge(_ path: String, _ time: Int64) throws {
    let file = try OpenFile(path, .readWrite, in: storage.files)
    var header = try file.read(SegmentHeader.size, at: 0)
    for place in [40, 48] {
      withUnsafeBytes(of: time.littleEndian) { header.replaceSubrange(place..<place + 8, with: $0) }
    }
    let check = header.withUnsafeBytes { XXH64.hash($0.slice(0, 72), seed: 0) }
    withUnsafeBytes(of: check.littleEndian) { header.replaceSubrange(72..<80, with: $0) }
    try file.write(header, at: 0)
  }

  @Test(
    "an event in a segment with a forged time is found, and the metrics can be read",
    arguments: [Int64.min, .max])
  func segment(time: Int64) async throws {
    let first = launch()
    let id = try #require(first.track("One"))
    let journal = try #require(first.engine?.journal)
    let segment = try #require(journal.segments().first { $0.events > 0 })
    await first.close(flushingForSeconds: 0)
    try forge(journal.directory + "/" + segment.name.fileName, time)
    let second = launch()
    #expect(await second.delivery(of: id)?.state == .pending)
    let age = second.diagnostics.snapshot().oldestPendingAge
    #expect(age == .milliseconds(time == .min ? Int64.max : 0))
    await second.close(flushingForSeconds: 0)
  }

  @Test(
    "an upload's answer with a forged time is settled, and the batch is sent again",
    arguments: [Int64.min, .max])
  func answer(time: Int64) async throws {
    let scene = UploadFixture()
    let first = scene.start()
    first.track("One")
    await scene.suspend(first)
    let upload = try #require(scene.uploader.begun.first)
    await first.engine?.stop()
    let store = BackgroundUploadStore(
      directory: "/test/shop/v1/dest/http", files: scene.storage.files)
    let response = HTTPResponse(status: 429, headers: ["retry-after": "100"])
    let answer = StoredUploadResponse(.response(response), at: WallTime(milliseconds: time))
    #expect(store.keep(answer, try #require(UploadTaskLabel(upload.label)).name))
    let second = scene.start()
    #expect(await second.flush().isComplete)
    let sent = scene.transport.requests
    #expect(sent.first?.header("Idempotency-Key") == upload.key)
    #expect(sent.first?.header("X-Retry-Count") == "1")
    await second.close()
  }
}
