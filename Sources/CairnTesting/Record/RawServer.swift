import Cairn
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A loopback server that reads one request for each connection and responds with bytes that the
/// test chooses.
package final class RawServer: Sendable {
  /// The response to a request.
  package enum Answer: Sendable {
    case bytes(String)
    /// The text, followed by a byte from time to time, until the client disconnects.
    case trickle(String)
    /// The first bytes, followed by the others, repeated.
    case flood([UInt8], [UInt8], times: Int)
    /// The connection ends without a response.
    case close
    /// The connection is reset.
    case reset
    /// The connection is closed before any part of the request is read.
    case hangUp

    /// Returns a complete response, with its length.
    package static func status(_ status: Int, body: String = "") -> Answer {
      .bytes(
        "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n"
          + "Connection: close\r\n\r\n\(body)")
    }
  }

  /// The first byte of a TLS record.
  private static let handshake: UInt8 = 0x16

  package let port: UInt16
  private let listener: Int32
  private let answers: Locked<[Answer]>
  private let received = Locked<[String]>([])

  package convenience init?(_ answers: Answer...) { self.init(answers) }

  package init?(_ answers: [Answer]) {
    guard let listener = LoopbackSocket() else { return nil }
    listener.admit(8)
    (port, self.listener) = (listener.port, listener.descriptor)
    self.answers = Locked(answers)
    // Runs on a separate thread: it may block forever, and must not use a thread of the tasks that
    // wait for it.
    Thread.detachNewThread { [self] in serve() }
  }

  deinit { close(listener) }

  /// The requests, head and body, in order.
  package var requests: [String] { received.withLock { $0 } }

  private func serve() {
    while let answer = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      serve(connection, answer)
      close(connection)
    }
  }

  private func serve(_ connection: Int32, _ answer: Answer) {
    if case .hangUp = answer { return }
    let request = read(connection)
    received.withLock { $0.append(request) }
    switch answer {
    case .bytes(let text): Self.write(Array(text.utf8), to: connection)
    case .trickle(let text): Self.trickle(text, to: connection)
    case .flood(let first, let part, let times): Self.flood(first, part, times, to: connection)
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      return
    case .close, .hangUp: break
    }
    _ = shutdown(connection, Int32(SHUT_RDWR))
  }

  /// Writes until the client closes or resets the connection.
  private static func trickle(_ text: String, to connection: Int32) {
    var bytes = Array(text.utf8)
    var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    repeat {
      write(bytes, to: connection)
      bytes = [UInt8(ascii: "x")]
    } while poll(&watched, 1, 50) == 0
  }

  /// Writes until the client disconnects or the response is complete.
  private static func flood(
    _ first: [UInt8], _ part: [UInt8], _ times: Int, to connection: Int32
  ) {
    guard write(first, to: connection) else { return }
    for _ in 0..<times {
      guard write(part, to: connection) else { return }
    }
  }

  /// Writes bytes; returns false if the client has disconnected.
  @discardableResult
  private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    (try? ConnectedSocket(connection).send(bytes)) != nil
  }

  /// Reads until the body has the length in its head.
  ///
  /// It stops at the first bytes of TLS, which are not a head: the client waits for a response to
  /// them.
  private func read(_ connection: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
      if bytes[0] == Self.handshake { break }
      let text = String(decoding: bytes, as: UTF8.self)
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let line = parts[0].split(separator: "\r\n").first {
        $0.lowercased().hasPrefix("content-length:")
      }
      let length = line.flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
      if parts[1].utf8.count >= length { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

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
