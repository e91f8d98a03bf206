import Foundation
import NIOCore
import NIOHTTP1
import ToolSupport

/// Fills a store through a collector, and asks the collector.
struct QuestionBenchmark {
  static let project = "bench"

  let database: String
  let batches: QuestionBatches
  let rounds: Int

  /// Returns the events that were stored in a second, and the times of the answers.
  func run(
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> (perSecond: Int, questions: [QuestionReport.Question]) {
    let server = try CollectorProcess(database: database, keys: [Self.project])
    let stored = try server.usage().stored
    var perSecond = 0
    if stored < batches.events {
      let began = Stopwatch.nanoseconds()
      try await fill(server.port, progress)
      let seconds = Double(Stopwatch.nanoseconds() - began) / 1e9
      perSecond = Int(Double(batches.events) / seconds)
    }
    guard try server.usage().stored >= batches.events else {
      throw CollectorProcess.Failure(description: "not all events were stored")
    }
    var questions: [QuestionReport.Question] = []
    for (name, path) in Self.questions {
      questions.append(try await ask(name, path, server.port))
    }
    try server.end()
    return (perSecond, questions)
  }

  private func fill(_ port: Int, _ progress: @escaping @Sendable (Int) -> Void) async throws {
    let number = Counter()
    let batches = batches
    try await withThrowingTaskGroup(of: LoadResult.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await LoadConnection.run(port: port) {
            let own = number.next()
            guard own < batches.count else { return nil }
            progress(QuestionBatches.size)
            return LoadRequest(batch: batches.body(own), key: Self.project)
          }
        }
      }
      for try await result in group where !result.others.isEmpty || result.broken > 0 {
        throw CollectorProcess.Failure(description: "a batch was not stored: \(result.others)")
      }
    }
  }

  private static var questions: [(name: String, path: String)] {
    let from = Date(timeIntervalSinceNow: Double(1 - QuestionBatches.days) * 86_400)
      .formatted(.iso8601.year().month().day())
    let trend = "/v1/trend?project=\(project)&from=\(from)"
    return [
      ("names", "/v1/names?project=\(project)"),
      ("events a day, one name", trend + "&name=Bought"),
      ("events a day, all names", trend),
      ("events an hour, all names", trend + "&unit=hour"),
      ("events a day, all names, Kathmandu", trend + "&zone=Asia/Kathmandu"),
      ("users a day, one name", trend + "&name=Bought&measure=users"),
      ("users a day, all names", trend + "&measure=users"),
      ("users a week, all names", trend + "&measure=users&unit=week"),
      ("events a day by a property", trend + "&name=Event%2019&by=plan"),
      (
        "funnel of three steps, 7 days",
        "/v1/funnel?project=\(project)&from=\(from)&step=Opened&step=Added&step=Bought"
      ),
      (
        "retention by day, one name",
        "/v1/retention?project=\(project)&from=\(from)&first=Opened&back=Bought&units=14"
      ),
      ("retention by week, any event", "/v1/retention?project=\(project)&from=\(from)&unit=week"),
      ("newest events", "/v1/search?project=\(project)"),
      ("newest events of a name", "/v1/search?project=\(project)&name=Event%2019"),
      ("newest events of a user", "/v1/search?project=\(project)&user=user-77"),
    ]
  }

  private func ask(
    _ name: String, _ path: String, _ port: Int
  ) async throws -> QuestionReport.Question {
    let left = Counter()
    let rounds = rounds
    let result = try await LoadConnection.run(port: port) {
      // The first answer is not measured: it fills caches.
      left.next() <= rounds ? LoadRequest(get: path, key: "reader") : nil
    }
    guard result.others.isEmpty, result.nanoseconds.count == rounds + 1 else {
      throw CollectorProcess.Failure(description: "\(path) was not answered: \(result.others)")
    }
    let times = result.nanoseconds.dropFirst().map { Double($0 / 10_000) / 100 }
    return QuestionReport.Question(
      name: name, medianMillis: times.median ?? 0, maxMillis: times.max() ?? 0)
  }
}
