import Foundation

#if canImport(Darwin)
package import Darwin
#elseif canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#endif

/// A process that a test starts, talks to and ends: real, and started in a millisecond.
package struct Child: Sendable {
  /// How it ended.
  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  package struct Failure: Error {
    package var program: String
    package var code: Int32
  }

  /// One at a time, so that no child has the ends of another's pipes.
  private static let starting = NSLock()

  package let pid: pid_t
  private let input: Int32
  private let output: Int32

  /// What it complains of goes to the file `errors`, or where the complaints of the tests go.
  package init(_ program: String, _ arguments: [String], errors: String? = nil) throws {
    Self.starting.lock()
    defer { Self.starting.unlock() }
    let (childInput, input) = try Self.pipe()
    let (output, childOutput) = try Self.pipe()
    defer {
      close(childInput)
      close(childOutput)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    if let errors {
      posix_spawn_file_actions_addopen(
        &actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    }
    pid = try Self.spawn(program, arguments, &actions)
    self.input = input
    self.output = output
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    // A line for a child that is gone shall not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, program, &actions, nil, words, variables)
    guard code == 0 else { throw Failure(program: program, code: code) }
    return pid
  }

  /// Neither end is inherited by other children.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { throw Failure(program: "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The next line that it prints; nil when it ended.
  package func readLine() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  package func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// Milliseconds after which a child that says nothing hangs: so many that a slow machine does not reach them.
  package static let hangLimit: Int32 = 300_000

  /// Returns when it says something or ends; false when the time is over.
  @discardableResult
  package func watch(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  package func send(_ signal: Int32) { kill(pid, signal) }

  /// Returns when it was stopped by a signal; false when it ended instead.
  package func waitUntilStopped() -> Bool {
    var status: Int32 = 0
    while waitpid(pid, &status, WUNTRACED) < 0, errno == EINTR {}
    return status & 0xFF == 0x7F
  }

  /// The rest of what it prints, and how it ended.
  ///
  /// To be called once, for every child.
  @discardableResult
  package func wait() -> (ending: Ending, output: String) {
    close(input)
    var printed: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &piece, piece.count)
      guard count > 0 else { break }
      printed += piece[..<count]
    }
    close(output)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return (
      signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal),
      String(decoding: printed, as: UTF8.self)
    )
  }
}

// Inside the type, `pipe` is its own method.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
