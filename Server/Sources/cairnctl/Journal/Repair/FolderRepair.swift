import JournalInspection
import ToolSupport
import Cairn
import Foundation

/// Copies the whole parts of one journal to another folder.
struct FolderRepair {
  private let source: JournalFolder
  private let path: String
  private let disk = PosixFileSystem()
  private(set) var segments = 0
  private(set) var events = 0
  private(set) var deadLetters = 0
  private(set) var cursors = 0
  private(set) var bodies = 0
  /// Descriptions of the lost parts.
  private(set) var losses: [String] = []

  init(_ source: JournalFolder, into path: String) {
    self.source = source
    self.path = path
  }

  mutating func run(_ bar: ProgressBar) throws {
    try disk.makeDirectory(path)
    events = try copy(source.log, to: path + "/log", bar)
    for name in source.destinations { try copy(destination: name, bar) }
    try copyIdentity()
    try copyRest()
    try disk.syncDirectory(path)
  }

  /// Copies events; returns their number.
  private mutating func copy(
    _ folder: SegmentFolder, to path: String, _ bar: ProgressBar
  ) throws -> Int {
    let findings = try folder.findings()
    if folder.holdsDeadLetters, findings.segments.isEmpty, findings.unreadable.isEmpty { return 0 }
    try disk.makeDirectory(path)
    for name in findings.unreadable { try copyUnread(name, folder, to: path) }
    var kept = 0
    for lane in LaneSummary.all(findings.segments) {
      for (place, segment) in lane.segments.enumerated() {
        let follower = lane.segments.dropFirst(place + 1).first?.firstIndex ?? 1
        var repair = SegmentRepair(segment)
        kept += try repair.run(
          from: folder, into: path, through: max(segment.lastIndex, follower - 1))
        segments += 1
        bar.advance(by: segment.bytes)
      }
    }
    try disk.syncDirectory(path)
    return kept
  }

  /// Copies a file unchanged, because a later version may be able to read it.
  private mutating func copyUnread(_ name: SegmentName, _ folder: SegmentFolder, to path: String)
    throws
  {
    do throws(FileError) {
      try copyBytes(folder.path + "/" + name.fileName, to: path + "/" + name.fileName)
      losses.append("\(folder.label(of: name)): has a later format; copied unchanged")
    } catch {
      losses.append("\(folder.label(of: name)): cannot be read: \(error)")
    }
  }

  private mutating func copy(destination name: String, _ bar: ProgressBar) throws {
    deadLetters += try copy(
      source.deadLetters(of: name), to: "\(path)/dest/\(name)/dead", bar)
    try copyMarks(of: name)
    try copyClaim(of: name)
    guard FileManager.default.fileExists(atPath: source.cursorPath(of: name)) else { return }
    try disk.makeDirectory("\(path)/dest/\(name)")
    // Created even when it is empty: without it the SDK would not wait for this destination.
    guard let file = try CursorFile("\(path)/dest/\(name)/state", files: disk) else { return }
    guard let cursor = try source.cursor(of: name) else {
      losses.append("dest/\(name)/state: no slot is whole; delivery restarts at the oldest event")
      return
    }
    try file.commit(cursor, sync: .durable)
    cursors += 1
    guard let batch = cursor.inFlight else { return }
    if let body = try source.bodies(of: name).readStored(batch) {
      let store = BodyStore(directory: "\(path)/dest/\(name)", files: disk)
      try store.write(body, key: batch.key, sync: true)
      bodies += 1
    } else {
      losses.append(
        "dest/\(name)/\(batch.key).body: missing or damaged; its events are sealed again")
    }
  }

  /// Copies the cursor of the dead letters that were put back or discarded: without it they would
  /// reappear.
  private mutating func copyMarks(of name: String) throws {
    guard FileManager.default.fileExists(atPath: source.marksPath(of: name)) else { return }
    guard let marks = source.marks(of: name) else {
      losses.append("dest/\(name)/dead/state: no slot is whole; removed letters reappear")
      return
    }
    let folder = "\(path)/dest/\(name)/dead"
    try disk.makeDirectory(folder)
    try CursorFile(folder + "/state", files: disk)?.commit(marks, sync: .durable)
  }

  /// Copies the name of the folder's destination: without it another destination could use the
  /// folder.
  private func copyClaim(of name: String) throws {
    let folder = "dest/\(name)"
    let file = "\(folder)/\(DestinationNames.claim)"
    guard FileManager.default.fileExists(atPath: "\(source.path)/\(file)") else { return }
    try disk.makeDirectory("\(path)/\(folder)")
    try copyBytes("\(source.path)/\(file)", to: "\(path)/\(file)")
  }

  private mutating func copyIdentity() throws {
    let from = source.path + "/identity"
    guard FileManager.default.fileExists(atPath: from) else { return }
    let slots = try DoubleSlotFile.slots(
      at: from, magic: IdentityStore.magic, slotSize: IdentityStore.slotSize, files: source.files)
    guard let slot = slots.first else {
      losses.append("identity: no slot is whole; a new anonymous identifier is created")
      return
    }
    let file = try DoubleSlotFile(
      path + "/identity", magic: IdentityStore.magic, slotSize: IdentityStore.slotSize, files: disk)
    try file.write(slot.content)
    try file.sync()
  }

  /// Copies other small files of the instance, such as the mark of its installation.
  private mutating func copyRest() throws {
    let known: Set = ["log", "dest", "identity", "ballast"]
    for name in try source.files.list(source.path) where !known.contains(name) {
      let file = source.path + "/" + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      guard attributes?[.type] as? FileAttributeType == .typeRegular, SegmentName(name) == nil,
        let size = attributes?[.size] as? Int, size <= 1 << 16
      else { continue }
      try copyBytes(file, to: path + "/" + name)
    }
  }

  private func copyBytes(_ from: String, to: String) throws(FileError) {
    let file = try OpenFile(from, .read, in: source.files)
    let bytes = try file.read(try file.status().size, at: 0)
    let copy = try OpenFile(to, .create, in: disk)
    try copy.write(bytes, at: 0)
    try copy.sync()
  }
}
