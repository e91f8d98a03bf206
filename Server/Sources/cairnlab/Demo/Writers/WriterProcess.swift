import Foundation

/// One life of a writer as a child process.
final class WriterProcess: Sendable {
  /// The way in which a life ended.
  enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  private let process = Process()
  private let orders = Pipe()
  private let endings: AsyncStream<Ending>

  init(
    number: Int, folder: WriterFolder, addresses: [DestinationAddress], plan: DemoPlan
  ) throws {
    let (endings, continuation) = AsyncStream.makeStream(of: Ending.self)
    self.endings = endings
    process.executableURL = URL(
      fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    process.arguments =
      [
        plan.isContent ? "demo-content-writer" : "demo-writer", "--writer", "\(number)", "--folder",
        folder.root.path,
        "--rate", "\(plan.eventsPerSecond)", "--patience", "\(plan.patienceSeconds)",
      ] + addresses.flatMap { ["--destination", $0.argument] }
    process.standardInput = orders
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try Self.log(folder.log)
    process.terminationHandler = { process in
      let status = process.terminationStatus
      let isSignal = process.terminationReason == .uncaughtSignal
      continuation.yield(isSignal ? .signalled(status) : .exited(status))
      continuation.finish()
    }
    try process.run()
  }

  /// Waits until the process has ended; call it once.
  func ending() async throws -> Ending {
    for await ending in endings { return ending }
    throw CancellationError()
  }

  /// Sends an order; ignored by a process that has just died.
  func order(_ order: WriterOrders.Order) {
    try? orders.fileHandleForWriting.write(contentsOf: Data("\(order.rawValue)\n".utf8))
  }

  func kill() {
    guard process.isRunning else { return }
    _ = systemKill(process.processIdentifier, SIGKILL)
  }

  private static func log(_ path: String) throws -> FileHandle {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DemoFailure("cannot open \(path): errno \(errno)") }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

private func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
