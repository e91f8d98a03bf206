import Cairn

extension RawServer.Answer {
  private static let headerBytes = 10
  private static let trailerBytes = 8

  /// A good answer of some kilobytes a mebibyte that unpacks to so many mebibytes.
  ///
  /// What a block unpacks to depends on none before it, so that one block is enough. The end is missing.
  package static func gzip(mebibytes: Int) -> Self {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let member = zeros.withUnsafeBytes { Gzip.open($0) } ?? []
    return .flood(
      Array(head.utf8) + member.prefix(headerBytes),
      Array(member.dropFirst(headerBytes).dropLast(trailerBytes)), times: mebibytes)
  }
}
