import Cairn
import CairnExperiments
import CairnTesting
import Foundation

/// An app with experiments, on a device in memory, that can be launched repeatedly.
final class KeeperFixture: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  let host = ManualHost()
  let network: RecordingTransport
  private let said = Locked<[String]>([])

  init(_ answers: RecordingTransport.Answer..., otherwise: RecordingTransport.Answer = .offline) {
    network = RecordingTransport(otherwise: { _ in otherwise })
    for answer in answers { network.answerNext(answer) }
  }

  /// A document with one experience.
  static func document(_ key: String, project: String = "200") -> String {
    """
    {"account_id":"100","project":{"id":"\(project)"},"experiences":[{"id":"1","key":"\(key)",\
    "variations":[{"id":"v","key":"v","traffic_allocation":100}]}]}
    """
  }

  static func answer(_ key: String, tag: String? = nil) -> RecordingTransport.Answer {
    .status(200, headers: tag.map { ["ETag": $0] } ?? [:], body: document(key))
  }

  func launch(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    var configuration = Configuration(destinations: [])
    configuration.instance = "app"
    // Its sleep could be mistaken for the keeper's.
    configuration.syncPolicy = .never
    configuration.diagnostics = { [self] line in
      guard line.code.hasPrefix("experiments."), line.level > .debug else { return }
      said.withLock { $0.append("\(line.level) \(line.code)") }
    }
    change(&configuration)
    return Analytics(configuration.testing(clock: clock, storage: storage, host: host))
  }

  var source: HTTPExperimentSource { HTTPExperimentSource(key: "sdk-key", transport: network) }

  /// Returns a keeper that has had its first response.
  func keeper(_ analytics: Analytics, given: String? = nil) async -> DocumentKeeper {
    let keeper = DocumentKeeper(
      source: source, given: given.map { Array($0.utf8) }, engine: analytics.engine)
    await keeper.settled()
    return keeper
  }

  var lines: [String] { said.withLock { $0 } }

  /// Returns the files in the app's folder that contain the text, or all, without the folder's
  /// name.
  func files(holding needle: String = "") -> [String] {
    storage.memory.paths(in: "/test/app", holding: needle)
      .map { String($0.dropFirst("/test/app/".count)) }
  }

  func bytes(_ path: String) -> [UInt8] { storage.memory.contents(of: path) }

  /// Replaces the content of a file.
  func replace(_ name: String, _ bytes: [UInt8]) throws {
    let path = "/test/app/\(name)"
    try storage.memory.remove(path)
    try OpenFile(path, .create, in: storage.memory).write(bytes, at: 0)
  }
}

extension DocumentKeeper {
  /// The document in effect: the key of its first experience, and its source.
  var now: String? {
    current.map { "\($0.document.experiences.first?.key ?? "nothing") \($0.source)" }
  }
}
