import Cairn
import Foundation

/// A process that ends when this one ends, and whose lines are passed on.
final class TryProcess: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let ended: AsyncStream<Void>

  /// Starts this tool with these arguments; `line` receives each line of its output.
  ///
  /// `isKilledByInput`: whether the end of its input kills it. Then nothing that this process does
  /// or suffers leaves it running.
  init(
    _ arguments: [String], isKilledByInput: Bool, log: String,
    line: @escaping @Sendable (String) -> Void
  ) throws {
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    let tool = Bundle.main.executablePath ?? CommandLine.arguments[0]
    process.executableURL = URL(fileURLWithPath: isKilledByInput ? "/bin/sh" : tool)
    let guarded = [
      "-c", #""$@" < /dev/null & cat > /dev/null; kill -9 $! 2> /dev/null"#, "try", tool,
    ]
    process.arguments = (isKilledByInput ? guarded : []) + arguments
    process.standardInput = input
    process.standardError = try Self.log(log)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let handle = output.fileHandleForReading
    // A thread, because on Linux the handler of a file handle can crash the process
    // (swift-corelibs-foundation#3276).
    Thread.detachNewThread {
      var lines = LineReader()
      while case let data = handle.availableData, !data.isEmpty {
        for text in lines.add(data) { line(text) }
      }
      continuation.finish()
    }
  }

  var isRunning: Bool { process.isRunning }

  /// Kills the process with SIGKILL, and waits until it has ended and its lines were passed on.
  func kill(guarded: Bool) async {
    if guarded { try? input.fileHandleForWriting.close() } else { systemKill(process) }
    for await _ in ended {}
    process.waitUntilExit()
  }

  /// Ends the process's input, and waits until it has ended.
  func finish() async {
    try? input.fileHandleForWriting.close()
    for await _ in ended {}
    process.waitUntilExit()
  }

  private static func log(_ path: String) throws -> FileHandle {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw TryFailure("cannot open \(path): errno \(errno)") }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

// A member named `kill` hides the function of that name.
private func systemKill(_ process: Process) { kill(process.processIdentifier, SIGKILL) }

/// Splits bytes into lines.
struct LineReader {
  private var rest = Data()

  mutating func add(_ data: Data) -> [String] {
    rest += data
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let lines = rest[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = Data(rest[rest.index(after: end)...])
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
