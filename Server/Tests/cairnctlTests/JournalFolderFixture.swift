import Cairn
import CairnTesting
import Counterparts
import Foundation

/// A folder with a journal that the SDK created; removed at the end.
final class JournalFolderFixture: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "cairnctl-\(UUID().uuidString)"
  }

  private init(copyOf path: String) throws {
    self.path = NSTemporaryDirectory() + "cairnctl-\(UUID().uuidString)"
    try FileManager.default.copyItem(atPath: path, toPath: self.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func copy() throws -> JournalFolderFixture { try JournalFolderFixture(copyOf: path) }

  /// The instance's folder.
  var journal: String { path + "/app/v1" }

  /// Opens the SDK on this folder, with segments of a few events.
  func open(
    _ destinations: any Destination..., segmentBytes: Int = 4_096, encryption: Encryption? = nil
  ) -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.directory = URL(fileURLWithPath: path)
    configuration.instance = "app"
    configuration.seams.host = ManualHost()
    configuration.flushAt = 100_000
    configuration.encryption = encryption
    configuration.diagnostics = { _ in }
    configuration.seams.segmentBytes = segmentBytes
    return Analytics(configuration)
  }

  private static let turns = Turns(8)

  /// Returns a journal of two launches that were closed normally: `picky` refused every fifth event
  /// and accepted the others, `shut` accepted none.
  static func filled() async throws -> JournalFolderFixture {
    let scene = JournalFolderFixture()
    await turns.take { for _ in 1...2 { await scene.fill() } }
    return scene
  }

  private func fill() async {
    let analytics = open(Shut(), Picky())
    for number in 1...50 {
      let name = number.isMultiple(of: 5) ? "Bad" : "Good"
      analytics.track(
        "\(name) \(number)", ["text": .string(String(repeating: "x", count: number))])
    }
    _ = await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
  }

  /// Returns the segment files by name, by default those of the log.
  func segments(in folder: String = "log") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(journal)/\(folder)")
      .filter { $0.hasSuffix(".seg") }.sorted().map { "\(journal)/\(folder)/\($0)" }
  }

  /// Changes a file's bytes.
  func edit(_ file: String, _ change: (inout [UInt8]) throws -> Void) throws {
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    try change(&bytes)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  /// Returns the records of a segment without the seal and the preamble.
  func events(_ file: String) throws -> [(offset: Int, frame: RecordHeader)] {
    guard let name = SegmentName(URL(fileURLWithPath: file).lastPathComponent) else { return [] }
    var scanner = SegmentScanner(
      try OpenFile(file, .read, in: PosixFileSystem()), lane: name.lane)
    var events: [(offset: Int, frame: RecordHeader)] = []
    while let item = try scanner.next() {
      if case .record(let frame, let offset, _) = item, frame.type == .event {
        events.append((offset, frame))
      }
    }
    return events
  }
}
