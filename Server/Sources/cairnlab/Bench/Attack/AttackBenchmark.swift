import Cairn
import Foundation
import NIOCore
import NIOPosix
import ToolSupport

/// A client that behaves well, beside each attack on a collector in a process of its own.
struct AttackBenchmark {
  let folder: String
  let seconds: Int

  func run(_ attack: Attack) async throws -> AttackReport.Row {
    let database = "\(folder)/\(attack.rawValue).sqlite"
    let server = try CollectorProcess(database: database, keys: ["client", Attack.key])
    if attack == .readers { try await fill(server.port) }
    let end = NIODeadline.now() + .seconds(Int64(seconds))
    let port = server.port
    // The client is there first. It shares this process with the attackers: opening thousands of connections at once can keep
    // it from sending its first head for longer than the collector waits when there are too many connections.
    let served = AsyncStream<Never>.makeStream()
    async let client = client(port, until: end, served: served.continuation)
    for await _ in served.stream {}
    let attacked = await attackers(attack, port, until: end)
    let stored = try await client
    let usage = try server.usage()
    try server.end()
    return AttackReport.Row(
      attack: attack, client: stored, attackers: attacked, peakRSSBytes: usage.peakRSSBytes,
      databaseBytes: size(database))
  }

  /// A batch of 20 events, 20 ms after the answer to the one before; `served` ends with the first answer.
  private func client(
    _ port: Int, until end: NIODeadline, served: AsyncStream<Never>.Continuation
  ) async throws -> LoadResult {
    defer { served.finish() }
    let batches = NumberedBatches(size: 20, repeatedShare: 0)
    let number = Counter()
    var result = LoadResult()
    while .now() < end {
      result =
        result
        + (try await LoadConnection.run(port: port, pause: .milliseconds(20)) {
          guard .now() < end else { return nil }
          let own = number.next()
          if own == 1 { served.finish() }
          return LoadRequest(batch: batches.body(own), key: "client")
        })
    }
    return result
  }

  private func attackers(
    _ attack: Attack, _ port: Int, until end: NIODeadline
  ) async -> LoadResult {
    let (tactic, number) = (attack.tactic(), Counter())
    return await withTaskGroup(of: LoadResult.self) { group in
      for _ in 0..<attack.connections {
        group.addTask {
          var result = LoadResult()
          while .now() < end {
            result = result + (await once(tactic, number, port, until: end))
            // Who is turned away comes again, and not so fast that this machine does nothing else.
            try? await Task.sleep(for: .milliseconds(100))
          }
          return result
        }
      }
      return await group.reduce(LoadResult(), +)
    }
  }

  private func once(
    _ tactic: Attack.Tactic, _ number: Counter, _ port: Int, until end: NIODeadline
  ) async -> LoadResult {
    do {
      switch tactic {
      case .stalls(let bytes):
        try await StalledConnection.run(port: port, sends: bytes, until: end)
        return LoadResult(broken: 1)
      case .requests(let request):
        return try await LoadConnection.run(port: port) {
          .now() < end ? request(number.next()) : nil
        }
      }
    } catch {
      return LoadResult(broken: 1)
    }
  }

  /// Events for those who read: several pages of them.
  private func fill(_ port: Int) async throws {
    let batches = NumberedBatches(size: 500, repeatedShare: 0)
    let number = Counter()
    _ = try await LoadConnection.run(port: port) {
      let own = number.next()
      return own < 40 ? LoadRequest(batch: batches.body(own), key: Attack.key) : nil
    }
  }

  private func size(_ path: String) -> Int {
    let values = try? FileManager.default.attributesOfItem(atPath: path)
    return (values?[.size] as? NSNumber)?.intValue ?? 0
  }
}

/// A connection whose client sends something, and then neither sends nor reads.
enum StalledConnection {
  /// Returns when the other end has closed it, or at the deadline.
  static func run(port: Int, sends bytes: ByteBuffer, until deadline: NIODeadline) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: false)
      // What is not read keeps nobody from seeing that the other end is gone: the writes fail.
      .connect(host: "127.0.0.1", port: port).get()
    let timer = channel.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
    channel.writeAndFlush(bytes, promise: nil)
    try? await channel.closeFuture.get()
    timer.cancel()
  }
}
