import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc
#endif

#if canImport(Glibc)
private let systemSend = Glibc.send
#else
private let systemSend = Darwin.send
#endif

/// A bare TCP connection, for requests that no client library would send.
///
/// One thread may send while another one reads. The descriptor is closed when no thread uses it any
/// more: otherwise its number could belong to another connection, which would get the data.
final class RawConnection: Sendable {
  struct Failure: Error {
    var call: String
    var code: Int32
  }

  private let descriptor: Int32

  init(port: Int) throws {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    #if canImport(Darwin)
    var isSilent: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
    let result = address.withSockAddr { connect(descriptor, $0, socklen_t($1)) }
    guard result == 0 else { throw Failure(call: "connect", code: errno) }
  }

  deinit { _ = Self.closeDescriptor(descriptor) }

  /// Ends the connection in both directions, and with it the calls that wait.
  func close() { _ = shutdown(descriptor, Self.bothWays) }

  /// Ends the direction to the server; the other one stays open.
  func closeSending() { _ = shutdown(descriptor, Self.sending) }

  /// Bounds what the system receives before it is read; for use before the connection is used.
  func receiveLittle() {
    var bytes: Int32 = 4_096
    _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        systemSend(descriptor, $0.baseAddress, $0.count, Self.noSignal)
      }
      guard count > 0 else { throw Failure(call: "send", code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the received data when the first line of the response is complete.
  func line() -> String {
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while !answer.contains(UInt8(ascii: "\n")), read(descriptor, &byte, 1) == 1 {
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
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
      answer.append(contentsOf: buffer[..<count])
    }
  }

  /// Returns whether data has arrived, or the other side has closed; reads nothing.
  func hasAnswer() -> Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Self.withoutWaiting | Int32(MSG_PEEK))
    return count >= 0 || (errno != EAGAIN && errno != EINTR)
  }

  /// Returns whether the other side has closed; discards received data.
  func hasEnded() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Self.withoutWaiting)
      if count == 0 { return true }
      if count < 0 { return errno != EAGAIN && errno != EINTR }
    }
  }

  #if canImport(Glibc)
  private static let bothWays = Int32(SHUT_RDWR)
  private static let sending = Int32(SHUT_WR)
  private static let noSignal = Int32(MSG_NOSIGNAL)
  private static let withoutWaiting = Int32(MSG_DONTWAIT)
  #else
  private static let bothWays = SHUT_RDWR
  private static let sending = SHUT_WR
  private static let noSignal: Int32 = 0
  private static let withoutWaiting = MSG_DONTWAIT
  #endif

  #if canImport(Glibc)
  private static let closeDescriptor = Glibc.close
  #else
  private static let closeDescriptor = Darwin.close
  #endif
}
