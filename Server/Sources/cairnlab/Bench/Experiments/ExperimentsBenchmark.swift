import ToolSupport
import Cairn
import CairnExperimentVectors
import CairnExperiments
import Foundation

/// Decides for many visitors and hashes the same bytes, alternately.
struct ExperimentsBenchmark {
  private static let experiences = 20
  private static let rounds = 20

  private let engine: DecisionEngine
  private let document: [UInt8]
  private let attributes: [String: Value] = [
    "country": "PT", "plan": "pro", "visits": 12, "language": "pt-BR", "beta": true,
  ]

  init() throws {
    let document: Value = [
      "account_id": "100", "project": ["id": "200"],
      "audiences": [
        Self.audience("8001", "plan", "equals", "PRO"),
        Self.audience("8002", "visits", "lessEqual", 20),
      ],
      "experiences": .array((0..<Self.experiences).map(Self.experience)),
    ]
    self.document = Array(document.json)
    engine = DecisionEngine(try ExperimentDocument(json: document.json))
  }

  func run(visitors: Int, in folder: URL) async throws -> ExperimentsReport {
    let people = (0..<visitors).map { number in
      Visitor(
        "visitor-\(number)-4af3d404d2289d1bc", attributes: attributes, locationProperties: [:])
    }
    var (deciding, hashing, served, checksum) = (0, 0, 0, 0)
    let size = (people.count + Self.rounds - 1) / Self.rounds
    for start in stride(from: 0, to: people.count, by: size) {
      let round = people[start..<min(start + size, people.count)]
      deciding += time { served += decide(round) }
      hashing += time { checksum &+= hash(round) }
    }
    let decisions = visitors * Self.experiences
    let (calls, besideWriter) = await calls(folder)
    return ExperimentsReport(
      decisions: decisions, served: served, decisionNanos: deciding / decisions,
      hashNanos: Double(hashing) / Double(decisions), decision: Latencies(single(people)),
      call: Latencies(calls), callBesideWriter: Latencies(besideWriter),
      decisionsPerSecond: Int(Double(decisions) / Double(max(deciding, 1)) * 1e9),
      checksum: checksum)
  }

  private func time(_ work: () -> Void) -> Int {
    let start = Stopwatch.nanoseconds()
    work()
    return Stopwatch.nanoseconds() - start
  }

  /// Returns the number of visitors who got a variation.
  private func decide(_ people: ArraySlice<Visitor>) -> Int {
    var served = 0
    for visitor in people {
      for experience in engine.document.experiences
      where engine.decide(experience.key, for: visitor).variation != nil { served += 1 }
    }
    return served
  }

  private func hash(_ people: ArraySlice<Visitor>) -> Int {
    var sum: UInt32 = 0
    for visitor in people {
      for experience in engine.document.experiences {
        sum &+= MurmurHash3.hash(experience.id, visitor.id, seed: Bucketer.seed)
      }
    }
    return Int(sum)
  }

  /// Returns the duration of each decision, including two readings of the clock.
  private func single(_ people: [Visitor]) -> [Int] {
    let keys = engine.document.experiences.map(\.key)
    var number = 0
    return Stopwatch.measure(200_000) {
      _ = engine.decide(keys[number % keys.count], for: people[number % people.count])
      number += 1
    }
  }

  /// Returns the durations of calls for visitors with earlier decisions, alone and while another
  /// thread stores changes of other visitors; includes two readings of the clock.
  private func calls(_ folder: URL) async -> (alone: [Int], besideWriter: [Int]) {
    var configuration = Configuration(writeKey: "bench", destinations: [])
    configuration.directory = folder
    let analytics = Analytics(configuration)
    let experiments = Experiments(analytics, ExperimentsConfiguration(document: document))
    let keys = engine.document.experiences.map(\.key)
    let people = (0..<100).map { number in
      experiments.context(visitorID: "visitor-\(number)", attributes: attributes)
    }
    for visitor in people { visitor.runExperiences() }
    func measure() -> [Int] {
      var number = 0
      return Stopwatch.measure(200_000) {
        people[number % people.count].runExperience(keys[number % keys.count])
        number += 1
      }
    }
    let alone = measure()
    let isDone = Locked(false)
    let writer = Task.detached {
      var number = 0
      while !isDone.withLock({ $0 }) {
        experiments.context(visitorID: "other-\(number % 100)")
          .setDefaultSegments([.country: "\(number)"])
        number += 1
      }
    }
    let besideWriter = measure()
    isDone.withLock { $0 = true }
    await writer.value
    await analytics.close(flushingForSeconds: 0)
    return (alone, besideWriter)
  }

  /// Returns an experience with two to four arms; every second one has two audiences.
  private static func experience(_ number: Int) -> Value {
    let arms = 2 + number % 3
    return [
      "id": .string("\(71_000 + number)"), "key": .string("experience-\(number)"),
      "version": .int(number % 4 == 0 ? 12 : 11),
      "audiences": number % 2 == 0 ? [] : ["8001", "8002"],
      "settings": ["matching_options": ["audiences": "all"]],
      "variations": .array(
        (0..<arms).map { ["id": .string("\(number)\($0)"), "traffic_allocation": .int(90 / arms)] }),
    ]
  }

  private static func audience(_ id: Value, _ key: Value, _ name: Value, _ value: Value) -> Value {
    let rule: Value = [
      "key": key, "value": value, "matching": ["match_type": name, "negated": false],
    ]
    return ["id": id, "rules": ["OR": [["AND": [["OR_WHEN": [rule]]]]]]]
  }
}
