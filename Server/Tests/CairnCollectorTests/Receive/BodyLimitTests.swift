import CairnCollector
import Foundation
import Testing

@Suite("Bodies have limits, and the answer states them")
struct BodyLimitTests {
  @Test("a body at the limit is accepted, and one more byte is answered 413 with both limits")
  func bytes() async throws {
    try await TestCollector.run {
      $0.maxBodyBytes = 2000
      $0.maxEventBytes = 4000
    } _: { running in
      let batch = Data(Batches.tracks(["m"]).utf8)
      let full = batch + Data(repeating: 0x20, count: 2000 - batch.count)
      #expect(try await running.client.post(full).status == 200)
      let answer = try await running.client.post(full + Data(" ".utf8))
      #expect(answer.status == 413)
      #expect(try answer.error().maxBodyBytes == 2000)
      #expect(try answer.error().maxDecompressedBytes == 4_000_000)
    }
  }

  @Test("a body far over the limit is answered 413 too")
  func farOver() async throws {
    try await TestCollector.run { running in
      let answer = try await running.client.post(Data(repeating: 0x20, count: 5_000_000))
      #expect(answer.status == 413)
    }
  }

  @Test("more events than allowed are answered 413 with the number")
  func events() async throws {
    try await TestCollector.run {
      $0.maxBatchEvents = 3
    } _: { running in
      #expect(try await running.client.post(Batches.tracks(["1", "2", "3"])).status == 200)
      let answer = try await running.client.post(Batches.tracks(["4", "5", "6", "7"]))
      #expect(answer.status == 413)
      #expect(try answer.error().maxBatchEvents == 3)
      #expect(running.collector.statistics().stored == 3)
    }
  }
}
