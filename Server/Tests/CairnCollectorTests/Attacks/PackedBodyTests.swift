import CairnCollector
import Counterparts
import Foundation
import Testing

/// A body that is declared as gzip, and the expected response.
struct PackedBody: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var status: Int
  var body: @Sendable () async throws -> Data
}

@Suite("A compressed body of any shape uses at most the memory of the decompression limit")
struct PackedBodyTests {
  private static func spaces(_ megabytes: Int) -> Data {
    Data(repeating: 0x20, count: megabytes * 1_000_000)
  }

  private static func batch(_ id: String) -> Data { Data(Batches.tracks([id]).utf8) }

  private static func member(_ field: (flag: UInt8, bytes: Data)) -> Data {
    // RFC 1952, 2.3: a header with one optional field, and an empty deflate stream with its check
    // and length.
    Data([0x1F, 0x8B, 8, field.flag, 0, 0, 0, 0, 0, 3]) + field.bytes
      + Data([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  static let shapes = [
    PackedBody(testDescription: "one part of 100 MB", status: 413) {
      try await Tool.gzip(spaces(100))
    },
    PackedBody(testDescription: "a hundred parts of 1 MB", status: 413) {
      let part = try await Tool.gzip(spaces(1))
      return Data((0..<100).flatMap { _ in part })
    },
    PackedBody(testDescription: "packed in itself", status: 400) {
      try await Tool.gzip(Tool.gzip(spaces(100)))
    },
    PackedBody(testDescription: "20 000 empty parts before the batch", status: 200) {
      let part = member((0, Data()))
      return try await Data((0..<20_000).flatMap { _ in part }) + Tool.gzip(batch("m"))
    },
    PackedBody(testDescription: "20 000 empty parts and nothing else", status: 401) {
      let part = member((0, Data()))
      return Data((0..<20_000).flatMap { _ in part })
    },
    PackedBody(testDescription: "a head with a name of 400 KB", status: 200) {
      let name = Data(repeating: 0x61, count: 400_000) + Data([0])
      return try await member((8, name)) + Tool.gzip(batch("m"))
    },
    PackedBody(testDescription: "a head whose name does not end", status: 400) {
      Data([0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3]) + Data(repeating: 0x61, count: 400_000)
    },
    PackedBody(testDescription: "a batch, and a bomb behind it", status: 413) {
      try await Tool.gzip(batch("m")) + Tool.gzip(spaces(100))
    },
  ]

  @Test(
    "a hostile compressed body gets a response, and other clients do not wait", arguments: shapes)
  func shape(shape: PackedBody) async throws {
    try await TestCollector.run { running in
      let body = try await shape.body()
      #expect(body.count <= 500_000)
      try await Bystander(running: running).beside {
        // Without a key in the header, the first bytes of the body are read as well.
        for key in ["KEY", shape.status == 401 ? nil : "KEY"] {
          let answer = try await running.client.post(
            body, key: key, headers: ["Content-Encoding": "gzip"])
          let expected = key == nil ? 401 : shape.status == 401 ? 400 : shape.status
          #expect(answer.status == expected, "\(answer.text)")
        }
      }
    }
  }
}
