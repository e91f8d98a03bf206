import Foundation

#if canImport(Darwin)
package import Darwin
#elseif canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#endif

/// A real process that a test starts, communicates with and ends; it starts in a millisecond.
package struct Child: Sendable {
  /// The way in which the process ended.
  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  package struct Failure: Error {
    package var program: String
    package var code: Int32
  }

  /// Children are started one at a time, so that no child inherits another's pipes.
  private static let starting = NSLock()

  package let pid: pid_t
  private let input: Int32
  private let output: Int32

  // On Darwin this type is a pointer, which is nil until it is initialized.
  #if canImport(Darwin)
  private typealias FileActions = posix_spawn_file_actions_t?
  #else
  private typealias FileActions = posix_spawn_file_actions_t
  #endif

  /// Starts a program; its standard error goes to the file `errors`, or to that of the tests.
  ///
  /// With `inGroup`, it and what it starts are a process group: see `end(within:)`.
  package init(
    _ program: String, _ arguments: [String], errors: String? = nil, inGroup: Bool = false
  ) throws {
    Self.starting.lock()
    defer { Self.starting.unlock() }
    let (childInput, input) = try Self.pipe()
    let (output, childOutput) = try Self.pipe()
    defer {
      close(childInput)
      close(childOutput)
    }
    #if canImport(Darwin)
    var actions: FileActions = nil
    #else
    var actions = FileActions()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    if let errors {
      posix_spawn_file_actions_addopen(
        &actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    }
    pid = try Self.spawn(program, arguments, &actions, inGroup: inGroup)
    self.input = input
    self.output = output
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ actions: inout FileActions, inGroup: Bool
  ) throws -> pid_t {
    #if canImport(Darwin)
    var attributes: posix_spawnattr_t? = nil
    #else
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if inGroup { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
    // Writing a line to a child that has ended must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, program, &actions, &attributes, words, variables)
    guard code == 0 else { throw Failure(program: program, code: code) }
    return pid
  }

  /// Creates a pipe whose ends other children do not inherit.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { throw Failure(program: "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Returns the next output line; nil when the process has ended.
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

  /// The milliseconds after which a silent child counts as hanging; long enough for a slow machine.
  package static let hangLimit: Int32 = 300_000

  /// Returns true when it prints something or ends; false after the timeout.
  @discardableResult
  package func watch(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  package func send(_ signal: Int32) { kill(pid, signal) }

  /// Returns true when it was stopped by a signal; false when it ended instead.
  package func waitUntilStopped() -> Bool {
    var status: Int32 = 0
    while waitpid(pid, &status, WUNTRACED) < 0, errno == EINTR {}
    return status & 0xFF == 0x7F
  }

  /// Returns the rest of its output, and the way in which it ended.
  ///
  /// Call it once for every child.
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
    return (reap(), String(decoding: printed, as: UTF8.self))
  }

  /// Waits for the end of a child with `inGroup`, kills what it left, and returns how it ended.
  ///
  /// A process that ends while the backtrace of a crash is made leaves the program that makes it,
  /// which keeps the pipe open and may never end. Call it once, in place of `wait()`.
  package func end(within milliseconds: Int32) -> Ending {
    let limit = ContinuousClock.now + .milliseconds(milliseconds)
    var (isOpen, piece) = (true, [UInt8](repeating: 0, count: 65_536))
    var nothing = pollfd()
    while !hasEnded, ContinuousClock.now < limit {
      if !isOpen {
        _ = poll(&nothing, 0, 10)
      } else if watch(milliseconds: 1_000) {
        isOpen = read(output, &piece, piece.count) > 0
      }
    }
    // Until the process is reaped, no other group can have its number.
    kill(-pid, SIGKILL)
    let ending = reap()
    close(input)
    close(output)
    return ending
  }

  private var hasEnded: Bool {
    var info = siginfo_t()
    waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
    return info.si_signo == SIGCHLD
  }

  private func reap() -> Ending {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

// Inside the type, `pipe` refers to its own method.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
