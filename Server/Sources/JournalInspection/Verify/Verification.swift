import Cairn
import ToolSupport
import Foundation

/// The result of `verify` for one journal.
package struct Verification: Encodable {
  package let path: String
  package private(set) var sound = true
  package private(set) var segments = 0
  package private(set) var events = 0
  package private(set) var bytes = 0
  package private(set) var damages: [Damage] = []
  package private(set) var notes: [String] = []
  package private(set) var seconds = 0.0

  package init(_ folder: JournalFolder) async {
    path = folder.path
    let start = Stopwatch.nanoseconds()
    await check(folder)
    sound = damages.isEmpty
    seconds = Double(Stopwatch.nanoseconds() - start) / 1e9
  }

  package var eventsLost: Int { damages.reduce(0) { $0 + $1.lost.total } }

  private mutating func check(_ folder: JournalFolder) async {
    let letters = folder.destinations.map { (name: $0, log: folder.deadLetters(of: $0)) }
    let scan = SegmentScan([folder.log] + letters.map(\.log))
    await scan.run()
    // Cursors are read after segments, so that segments that were settled and removed meanwhile are
    // not reported as missing.
    let names = folder.destinations
    let settled = names.compactMap { try? folder.cursor(of: $0)?.settled }
    add(scan.results(of: folder.log), settled: folder.log.holdsDeadLetters ? [] : settled)
    for (name, log) in letters {
      add(scan.results(of: log), settled: folder.marks(of: name).map { [$0.settled] } ?? [])
    }
    damages += scan.damages
    notes += scan.notes
    for name in names {
      let check = DestinationCheck(name, in: folder)
      damages += check.damages
      notes += check.notes
      bytes += check.bytes
    }
    checkIdentity(folder)
    checkInstallation(folder)
  }

  /// Checks the mark of the installation.
  ///
  /// Half a mark is completed at the next start, so it is not damage.
  private mutating func checkInstallation(_ folder: JournalFolder) {
    let path = folder.path + "/install"
    guard FileManager.default.fileExists(atPath: path) else { return }
    do throws(FileError) {
      guard try InstallFile(path, in: folder.files).read() == nil else { return }
      notes.append("install: contains no identifier; it is written again at the next start")
    } catch {
      damages.append(Damage(file: "install", what: "cannot be read: \(error)"))
    }
  }

  private mutating func add(_ checks: [SegmentCheck], settled: [SettledPositions]) {
    for check in checks {
      if let obstacle = check.obstacle, !check.isGone {
        damages.append(Damage(file: check.label, what: obstacle))
      }
    }
    let readable = checks.filter { $0.obstacle == nil }
    for lane in Dictionary(grouping: readable, by: \.name.lane).sorted(by: { $0.key < $1.key }) {
      let written = lane.value.sorted { $0.name.number < $1.name.number }
      // Events after a file that cannot be read must not be judged.
      let isWhole = !checks.contains { $0.obstacle != nil && $0.name.lane == lane.key }
      let check = LaneCheck(written, settled: settled, judgesGaps: isWhole)
      damages += check.damages
      notes += check.notes
    }
    segments += checks.count
    events += checks.reduce(0) { $0 + $1.events }
    bytes += checks.reduce(0) { $0 + $1.bytes }
  }

  private mutating func checkIdentity(_ folder: JournalFolder) {
    let path = folder.path + "/identity"
    guard FileManager.default.fileExists(atPath: path) else { return }
    let check = SlotCheck(
      path, label: "identity", magic: IdentityStore.magic, slotSize: IdentityStore.slotSize,
      files: folder.files,
      decodes: { RecordEncryption.isBox(Array($0)) || IdentityStore.decode($0) != nil })
    damages += check.damages
    notes += check.notes
    bytes += 2 * IdentityStore.slotSize
  }

  private enum CodingKeys: String, CodingKey {
    case path, sound, segments, events, bytes, damages, notes, seconds, eventsLost
    case megabytesPerSecond
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(sound, forKey: .sound)
    try container.encode(segments, forKey: .segments)
    try container.encode(events, forKey: .events)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(damages, forKey: .damages)
    try container.encode(notes, forKey: .notes)
    try container.encode(eventsLost, forKey: .eventsLost)
    try container.encode((seconds * 1e6).rounded() / 1e6, forKey: .seconds)
    try container.encode(megabytesPerSecond, forKey: .megabytesPerSecond)
  }

  package var megabytesPerSecond: Int { Int(Double(bytes) / 1e6 / max(seconds, 1e-6)) }

  /// The result as lines for people.
  package var text: String {
    var lines = [path]
    lines += notes.map { "  note: \($0)" }
    lines += damages.map { "  damage: \($0.text)" }
    let verdict =
      sound ? "sound" : "\(damages.count.grouped) damages, \(eventsLost.grouped) events lost"
    lines.append(
      "  \(segments.grouped) segments, \(events.grouped) events, \(bytes.inBytes) read in "
        + "\(Int(seconds * 1_000).grouped) ms, \(megabytesPerSecond.grouped) MB/s: \(verdict)")
    return lines.joined(separator: "\n")
  }
}
