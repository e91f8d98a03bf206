import CairnCollector
import Counterparts
import Foundation
import Testing

@Suite("Bodies may be packed with gzip")
struct GzipTests {
  private let plain = Data(Batches.tracks(["a", "b"]).utf8)

  @Test("a packed batch is stored, also when it is packed in two parts")
  func packed() async throws {
    try await TestCollector.run { running in
      let one = try await Tool.gzip(plain)
      #expect(try await post(one, running).batch().accepted == 2)
      let two = try await Tool.gzip(plain.prefix(10)) + Tool.gzip(plain.dropFirst(10))
      #expect(try await post(two, running).batch().duplicates == 2)
    }
  }

  @Test("a bomb that unpacks to 200 MB is answered 413 with both limits")
  func bomb() async throws {
    try await TestCollector.run { running in
      let bomb = try await Tool.gzip(Data(repeating: 0x20, count: 200_000_000))
      #expect(bomb.count < 500_000)
      let answer = try await post(bomb, running)
      #expect(answer.status == 413)
      #expect(try answer.error().maxBodyBytes == 500_000)
      #expect(try answer.error().maxDecompressedBytes == 4_000_000)
    }
  }

  @Test("a body that is cut off anywhere is answered 400", arguments: [0, 5, 12, 40, -8, -1])
  func cutOff(length: Int) async throws {
    try await TestCollector.run { running in
      let packed = try await Tool.gzip(plain)
      let answer = try await post(
        packed.prefix(length < 0 ? packed.count + length : length), running)
      #expect(answer.status == 400)
      #expect(try answer.error().message == "the gzip body is truncated")
    }
  }

  @Test("data after the compressed body, and data that is not gzip, are answered 400")
  func garbage() async throws {
    try await TestCollector.run { running in
      let packed = try await Tool.gzip(plain)
      for body in [packed + Data("more".utf8), plain, packed.dropLast() + Data([0xFF])] {
        let answer = try await post(body, running)
        #expect(answer.status == 400)
        #expect(try answer.error().code == "badGzip")
      }
      #expect(running.collector.statistics().stored == 0)
    }
  }

  @Test("any other encoding is answered 415")
  func otherEncoding() async throws {
    try await TestCollector.run { running in
      let answer = try await running.client.post(plain, headers: ["Content-Encoding": "br"])
      #expect(answer.status == 415)
      #expect(answer.header("Accept-Encoding") == "gzip")
    }
  }

  private func post(_ body: Data, _ running: TestCollector) async throws -> TestAnswer {
    try await running.client.post(body, headers: ["Content-Encoding": "gzip"])
  }
}
