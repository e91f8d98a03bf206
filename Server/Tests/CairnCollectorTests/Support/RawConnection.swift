import CairnTesting

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A bare TCP connection, for requests that no client library would send.
///
/// One thread may send while another one reads. The descriptor is closed when no thread uses it any
/// more: otherwise its number could belong to another connection, which would get the data.
final class RawConnection: Sendable {
  private let socket: ConnectedSocket

  init(port: Int) throws { socket = try ConnectedSocket(port: UInt16(port)) }

  deinit { socket.close() }

  /// Ends the connection in both directions, and with it the calls that wait.
  func close() { _ = shutdown(socket.descriptor, Int32(SHUT_RDWR)) }

  /// Ends the direction to the server; the other one stays open.
  func closeSending() { _ = shutdown(socket.descriptor, Int32(SHUT_WR)) }

  /// Bounds what the system receives before it is read; for use before the connection is used.
  func receiveLittle() {
    var bytes: Int32 = 4_096
    setsockopt(
      socket.descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  func send(_ text: String) throws { try socket.send(Array(text.utf8)) }

  /// Returns the received data when the first line of the response is complete.
  func line() -> String {
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while !answer.contains(UInt8(ascii: "\n")), read(socket.descriptor, &byte, 1) == 1 {
      answer.append(byte)
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// Reads to the end, and closes.
  func answer() -> String {
    defer { close() }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(socket.descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer.append(contentsOf: buffer[..<count])
    }
  }

  /// Returns whether data has arrived, or the other side has closed; reads nothing.
  func hasAnswer() -> Bool {
    var byte: UInt8 = 0
    let count = recv(socket.descriptor, &byte, 1, Self.withoutWaiting | Int32(MSG_PEEK))
    return count >= 0 || (errno != EAGAIN && errno != EINTR)
  }

  /// Returns whether the other side has closed; discards received data.
  func hasEnded() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(socket.descriptor, &buffer, buffer.count, Self.withoutWaiting)
      if count == 0 { return true }
      if count < 0 { return errno != EAGAIN && errno != EINTR }
    }
  }

  private static let withoutWaiting = Int32(MSG_DONTWAIT)
}
