import Cairn

extension RawServer.Answer {
  private static let headerBytes = 10
  private static let trailerBytes = 8

  /// Returns a successful response of some kilobytes for each mebibyte of its decompressed size.
  ///
  /// Each block decompresses independently of the others, so one repeated block suffices. The end
  /// is missing.
  package static func gzip(mebibytes: Int) -> Self {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let member = zeros.withUnsafeBytes { Gzip.open($0) } ?? []
    return .flood(
      Array(head.utf8) + member.prefix(headerBytes),
      Array(member.dropFirst(headerBytes).dropLast(trailerBytes)), times: mebibytes)
  }
}
