import Cairn
import Foundation
import NIOCore
import NIOPosix
import ToolSupport

/// Measures a well-behaved client during each attack on a collector in a separate process.
struct AttackBenchmark {
  let folder: String
  let seconds: Int

  func run(_ attack: Attack) async throws -> AttackReport.Row {
    let database = "\(folder)/\(attack.rawValue).sqlite"
    let server = try CollectorProcess(database: database, keys: ["client", Attack.key])
    if attack == .readers { try await fill(server.port) }
    let end = NIODeadline.now() + .seconds(Int64(seconds))
    let port = server.port
    // The client connects first. It shares this process with the attackers: opening thousands of
    // connections at once can delay its first head for longer than the collector waits when there
    // are too many connections.
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

  /// Sends a batch of 20 events, 20 ms after the response to the one before; `served` ends with the
  /// first response.
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
            // A refused client tries again, slowly enough that this machine has time for other
            // work.
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

  /// Stores events for the readers: several pages.
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

/// A connection whose client sends some bytes, and then neither sends nor reads.
enum StalledConnection {
  /// Returns when the other side has closed the connection, or at the deadline.
  static func run(port: Int, sends bytes: ByteBuffer, until deadline: NIODeadline) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: false)
      // Unread data does not hide that the other side is gone: the writes fail.
      .connect(host: "127.0.0.1", port: port).get()
    let timer = channel.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
    channel.writeAndFlush(bytes, promise: nil)
    try? await channel.closeFuture.get()
    timer.cancel()
  }
}
