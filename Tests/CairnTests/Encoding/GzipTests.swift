import Cairn
import CairnTesting
import Testing

@Suite struct GzipTests {
  @Test(
    "an opened text with a suffix is one valid member",
    arguments: [0, 1, 2, 100, 4_096, 65_535, 65_536, 1_000_000], [0, 1, 47, 65_535])
  func complete(length: Int, suffixLength: Int) throws {
    let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let suffix = (0..<suffixLength).map { UInt8(truncatingIfNeeded: $0 + 3) }
    let opened = try #require(text.withUnsafeBytes { Gzip.open($0) })
    let member = try #require(Gzip.complete(opened, with: suffix))
    #expect(Gunzip.member(member) == text + suffix)
  }

  @Test("the same text opens to the same bytes, and may be completed many times")
  func repeatable() throws {
    let text = Array("an event is a stone".utf8)
    let first = try #require(text.withUnsafeBytes { Gzip.open($0) })
    #expect(text.withUnsafeBytes { Gzip.open($0) } == first)
    #expect(Gunzip.member(try #require(Gzip.complete(first, with: [1]))) == text + [1])
    #expect(Gunzip.member(try #require(Gzip.complete(first, with: [2, 3]))) == text + [2, 3])
  }

  @Test("a text that was not opened is not completed")
  func foreign() {
    #expect(Gzip.complete(Array(#"{"batch":[]"#.utf8) + [0, 0, 0, 0, 0, 0, 0, 0], with: []) == nil)
    #expect(Gzip.complete([], with: [1]) == nil)
  }
}
