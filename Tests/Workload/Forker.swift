import Cairn
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command `fork`: the process forks while its threads record, and both processes continue.
struct Forker {
  private let configuration: Configuration
  private let acks: String
  private let logs: [RequestLog]
  /// The identifiers of all events of all processes.
  private let identifiers: Channel
  private let events: Int
  private let children: Int
  /// Whether the children run until this process ends.
  private let stays: Bool
  /// Whether other threads hold the locks of Swift's runtime most of the time.
  private let usesTypes: Bool
  private let bytes = 200

  init(_ arguments: Arguments) throws {
    logs = try arguments.logs()
    configuration = try arguments.configuration(logs)
    acks = try arguments.required("acks")
    identifiers = try Channel("\(acks)-identifiers")
    events = try arguments.number("events", 1_000)
    children = try arguments.number("children", 1)
    stays = arguments.text("stays") == "yes"
    usesTypes = arguments.text("types") == "yes"
  }

  func run() async throws {
    let analytics = Analytics(configuration)
    let parent = try Channel("\(acks)-1")
    // It delivers when it forks, and holds the locks for that.
    record(1, 4, 1, analytics, parent)
    Task.detached { await analytics.flush() }
    while logs[0].requests.isEmpty { await Task.yield() }
    if usesTypes {
      for thread in 0..<4 {
        Thread.detachNewThread { for number in 0... { NewType.make(thread + number * 4) } }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      // These threads are inside a call when the process forks.
      for thread in 2...3 {
        group.addTask { await onThread { record(1, thread, analytics, parent) } }
      }
      group.addTask { await onThread { fork(analytics, parent) } }
    }
    for _ in 0..<100 where !(await analytics.flush().isComplete) {}
    await analytics.close()
    print("done")
    fflush(nil)
    if stays { while waitpid(-1, nil, 0) > 0 {} }
  }

  /// Forks; half of this thread's events are recorded before the first fork.
  private func fork(_ analytics: Analytics, _ parent: Channel) {
    var pids: [pid_t] = []
    for number in 1...events / 2 { record(1, 1, number, analytics, parent) }
    for child in 1...children {
      let pid = systemFork()
      if pid == 0 {
        // The child has only this thread.
        guard let channel = try? Channel("\(acks)-\(child + 1)") else { _exit(4) }
        if stays { _ = readLine() }
        record(child + 1, 1, analytics, channel)
        if stays { say("recorded") }
        _exit(0)
      }
      pids.append(pid)
    }
    for number in events / 2 + 1...events { record(1, 1, number, analytics, parent) }
    for pid in stays ? [] : pids {
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      if status != 0 { print("child \(pid): \(status)") }
    }
  }

  /// Prints a line, and runs until the input ends.
  private func say(_ line: String) {
    print(line)
    fflush(nil)
    _ = readLine()
  }

  private func record(_ run: Int, _ thread: Int, _ analytics: Analytics, _ acks: Channel) {
    for number in 1...events { record(run, thread, number, analytics, acks) }
  }

  private func record(
    _ run: Int, _ thread: Int, _ number: Int, _ analytics: Analytics, _ acks: Channel
  ) {
    let event = NumberedEvent(run: run, thread: thread, number: number)
    let id = analytics.track(NumberedEvent.name, event.properties(most: bytes))
    if let id { identifiers.write("\(id)") }
    acks.write("\(id == nil ? "refused" : "stored") \(run) \(thread) \(number)")
  }

  private func onThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        work()
        continuation.resume()
      }
    }
  }
}

// Swift's overlay hides the function, because most operations are not possible in the child.
@_silgen_name("fork") private func systemFork() -> pid_t
