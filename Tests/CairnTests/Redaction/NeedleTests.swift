import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("Redacted data is in no file and in no request")
struct NeedleTests {
  private static let needle = "needle.in.hay@example.com"
  private static let password = "correct-horse"

  @Test(
    "redacted data is in no file of the folder and in nothing that a destination received",
    arguments: 1...20)
  func nowhere(seed: UInt64) async throws {
    let folder = RealFolder()
    let bodies = Locked<[UInt8]>([])
    let destination = RecordingDestination(
      inFrontOf: Copying { body in bodies.withLock { $0 += body } })
    destination.answerNext(.refused(DeliveryRejection("no")))
    var configuration = Configuration(destinations: [destination])
    configuration.directory = folder.url
    configuration.syncPolicy = .never
    configuration.redaction = [.pattern(.email), .keys("password", action: .remove)]
    let analytics = Analytics(configuration)
    var random = Numbers(seed: seed)
    for _ in 0..<30 { record(analytics, &random) }
    await analytics.flush()
    await analytics.close()
    let kept = try bytes(in: folder.path)
    #expect(kept.contains(Self.bytes("kept")))
    #expect(!destination.events.isEmpty && !bodies.withLock { $0.isEmpty })
    for secret in [Self.needle, Self.password].map(Self.bytes) {
      #expect(!kept.contains(secret))
      #expect(!bodies.withLock { $0.contains(secret) })
      #expect(!destination.events.contains { $0.json.contains(secret) })
    }
  }

  private struct Copying: Destination {
    let name = "copying"
    let copy: @Sendable ([UInt8]) -> Void

    init(_ copy: @escaping @Sendable ([UInt8]) -> Void) { self.copy = copy }

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      Array(events.map { Array($0.json) }.joined())
    }

    func deliver(_ batch: Batch) async -> Outcome {
      copy(batch.body)
      return .accepted
    }
  }

  private func record(_ analytics: Analytics, _ random: inout Numbers) {
    let properties = hay(&random, depth: 0)
    switch random.next() % 5 {
    case 0: analytics.screen("Screen of \(Self.needle)", properties)
    case 1: analytics.identify(Self.needle, traits: properties)
    case 2: analytics.group("kept \(Self.needle)", traits: properties)
    case 3: analytics.alias("kept \(Self.needle)")
    default: analytics.track("kept \(Self.needle)", properties)
    }
  }

  /// Returns properties with needles at random positions.
  private func hay(
    _ random: inout Numbers, depth: Int
  ) -> [String: Value] {
    var members: [String: Value] = ["kept": "kept"]
    for number in 0..<random.next() % 4 {
      let value: Value =
        switch random.next() % (depth < 5 ? 5 : 3) {
        case 0: .string("to \(Self.needle), \(Self.needle)")
        case 1: .string(Self.needle)
        case 2: .int(Int(number))
        case 3: .object(hay(&random, depth: depth + 1))
        default: .array([.string(Self.needle), .object(hay(&random, depth: depth + 1))])
        }
      members["m\(number)"] = value
    }
    if random.next() % 2 == 0 { members["Password"] = .string(Self.password) }
    return members
  }

  private func bytes(in folder: String) throws -> [UInt8] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return names.flatMap {
      FileManager.default.contents(atPath: "\(folder)/\($0)").map(Array.init) ?? []
    }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// Repeatable random numbers.
private struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
