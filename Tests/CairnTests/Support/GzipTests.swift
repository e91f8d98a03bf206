import CZlib
import Cairn
import Testing

@Suite struct GzipTests {
  /// Decompresses one gzip member with zlib itself; nil unless all of it is one valid member.
  func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: 1 << 21)
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END, stream.avail_in == 0 else { return nil }
    return Array(output.prefix(Int(stream.total_out)))
  }

  @Test(
    "an opened text with a suffix is one valid member",
    arguments: [0, 1, 2, 100, 4_096, 65_535, 65_536, 1_000_000], [0, 1, 47, 65_535])
  func complete(length: Int, suffixLength: Int) throws {
    let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let suffix = (0..<suffixLength).map { UInt8(truncatingIfNeeded: $0 + 3) }
    let opened = try #require(text.withUnsafeBytes { Gzip.open($0) })
    let member = try #require(Gzip.complete(opened, with: suffix))
    #expect(gunzip(member) == text + suffix)
  }

  @Test("the same text opens to the same bytes, and may be completed many times")
  func repeatable() throws {
    let text = Array("an event is a stone".utf8)
    let first = try #require(text.withUnsafeBytes { Gzip.open($0) })
    #expect(text.withUnsafeBytes { Gzip.open($0) } == first)
    #expect(gunzip(try #require(Gzip.complete(first, with: [1]))) == text + [1])
    #expect(gunzip(try #require(Gzip.complete(first, with: [2, 3]))) == text + [2, 3])
  }

  @Test("what is no opened text is not completed")
  func foreign() {
    #expect(Gzip.complete(Array(#"{"batch":[]"#.utf8) + [0, 0, 0, 0, 0, 0, 0, 0], with: []) == nil)
    #expect(Gzip.complete([], with: [1]) == nil)
  }
}
