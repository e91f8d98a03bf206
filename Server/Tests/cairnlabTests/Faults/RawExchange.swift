import Dispatch
import Foundation

/// One request over a bare socket, and its outcome in details that a client library would hide.
struct RawExchange: Sendable {
  enum Ending: Sendable {
    /// The connection ended with FIN.
    case closed
    /// The connection ended with RST.
    case reset
    /// The connection did not end during the wait.
    case silent
  }

  var answer: String
  var ending: Ending

  /// Sends a request; blocks no thread that the server under test needs.
  static func send(_ request: String, port: Int, patience: Int) async -> RawExchange {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: exchange(request, port: port, patience: patience))
      }
    }
  }

  private static func exchange(_ request: String, port: Int, patience: Int) -> RawExchange {
    // A write to a reset connection must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var limit = timeval()
    limit.tv_sec = patience
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard connected(descriptor, port) else { return RawExchange(answer: "", ending: ending(errno)) }
    var rest = Array(request.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      // The system reports the error once: reading would only find the end.
      guard count > 0 else { return RawExchange(answer: "", ending: .reset) }
      rest = rest.dropFirst(count)
    }
    return read(descriptor)
  }

  private static func connected(_ descriptor: Int32, _ port: Int) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func read(_ descriptor: Int32) -> RawExchange {
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      let end: Ending = count == 0 ? .closed : ending(errno)
      guard count > 0 else {
        return RawExchange(answer: String(decoding: answer, as: UTF8.self), ending: end)
      }
      answer.append(contentsOf: buffer[..<count])
    }
  }

  private static func ending(_ code: Int32) -> Ending { code == EAGAIN ? .silent : .reset }
}
