import CairnTesting
import Foundation

/// A request of the SDK as received.
struct ReceivedRequest: Sendable {
  var key = ""
  var isResend = false
  /// The decompressed body.
  var body: [UInt8] = []
}

/// One connection of a client, with blocking calls on a separate thread; it ends after some seconds
/// in any case.
struct Connection {
  private static let maximumBytes = 8 << 20
  private let socket: Int32

  init(_ socket: Int32) {
    self.socket = socket
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  /// Reads a request; nil when it is not complete.
  func read(slowly: Bool = false) -> ReceivedRequest? {
    var bytes: [UInt8] = []
    var end: Int?
    var request = ReceivedRequest()
    var length = 0
    var isCompressed = false
    while bytes.count < Self.maximumBytes {
      if let end, bytes.count >= end + length {
        let body = Array(bytes[end..<end + length])
        guard let text = isCompressed ? Gunzip.member(body) : body else { return nil }
        request.body = text
        return request
      }
      guard let piece = receive(slowly ? 2_048 : 65_536) else { return nil }
      if slowly { BlockingSleep.milliseconds(2) }
      bytes += piece
      guard end == nil, let place = Self.endOfHead(bytes) else { continue }
      end = place
      for line in String(decoding: bytes[..<place], as: UTF8.self).split(separator: "\r\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        let value = parts.last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        switch parts.first?.lowercased() {
        case "content-length": length = Int(value) ?? 0
        case "content-encoding": isCompressed = value == "gzip"
        case "idempotency-key": request.key = value
        case "x-retry-count": request.isResend = true
        case "expect": send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        default: break
        }
      }
    }
    return nil
  }

  /// Receives bytes; nil at the end.
  func receive(_ most: Int) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: most)
    let count = recv(socket, &piece, most, 0)
    return count > 0 ? Array(piece[..<count]) : nil
  }

  func send(_ bytes: [UInt8], slowly: Bool = false) {
    let size = slowly ? max(1, bytes.count / 10) : max(1, bytes.count)
    for first in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[first..<min(bytes.count, first + size)])
      guard Glibc.send(socket, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count else {
        return
      }
      if slowly { BlockingSleep.milliseconds(5) }
    }
  }

  func end(_ ending: ServerFault.Ending) {
    switch ending {
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    case .hanging: while receive(4_096) != nil {}
    case .closed:
      _ = shutdown(socket, Int32(SHUT_WR))
      while receive(4_096) != nil {}
    }
    close(socket)
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    guard bytes.count >= 4 else { return nil }
    for place in 0...(bytes.count - 4) where Array(bytes[place..<place + 4]) == mark {
      return place + 4
    }
    return nil
  }
}
