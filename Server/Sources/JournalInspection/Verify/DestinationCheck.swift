import Cairn
import Foundation

/// The check of a destination's folder: the cursor, its counters, the body in flight.
package struct DestinationCheck {
  private let folder: JournalFolder
  private let name: String
  package private(set) var damages: [Damage] = []
  package private(set) var notes: [String] = []
  package private(set) var bytes = 0

  package init(_ name: String, in folder: JournalFolder) {
    self.name = name
    self.folder = folder
    guard let names = try? folder.files.list("\(folder.path)/dest/\(name)") else {
      notes.append("\(label): not a folder; skipped")
      return
    }
    checkMarks()
    if names.contains("state") {
      checkCursor()
    } else if names.contains(where: { $0.hasSuffix(".body") || $0 == "dead" }) {
      damages.append(Damage(file: "\(label)/state", what: "missing"))
    } else {
      notes.append("\(label): no cursor yet")
    }
  }

  private var label: String { "dest/\(name)" }

  /// Checks the cursor of the dead letters that were put back or discarded.
  private mutating func checkMarks() {
    let path = folder.marksPath(of: name)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let size = slotSize(of: path)
    let slots = SlotCheck(
      path, label: "\(label)/dead/state", magic: CursorFile.magic,
      slotSize: size, files: folder.files, decodes: { Cursor($0) != nil })
    damages += slots.damages
    notes += slots.notes
    bytes += 2 * size
  }

  /// Returns the slot size of a file that may have grown.
  private func slotSize(of path: String) -> Int {
    (try? CursorFile.slotSize(at: path, files: folder.files)) ?? CursorFile.slotSize
  }

  private mutating func checkCursor() {
    let path = folder.cursorPath(of: name)
    let size = slotSize(of: path)
    let slots = SlotCheck(
      path, label: "\(label)/state", magic: CursorFile.magic,
      slotSize: size, files: folder.files, decodes: { Cursor($0) != nil })
    damages += slots.damages
    notes += slots.notes
    bytes += 2 * size
    do throws(FileError) {
      guard let cursor = try folder.cursor(of: name) else { return }
      if !Ledger.Row(DeliveryReport(name: name, cursor: cursor), []).balances {
        damages.append(Damage(file: "\(label)/state", what: "the ledger does not balance"))
      }
      try checkBodies(cursor, attempts: 10)
    } catch {
      damages.append(Damage(file: label, what: "cannot be read: \(error)"))
    }
  }

  /// Checks the bodies.
  ///
  /// A running owner may settle the batch between two reads: the cursor then decides.
  private mutating func checkBodies(_ cursor: Cursor, attempts: Int) throws(FileError) {
    if let batch = cursor.inFlight {
      let body = try folder.bodies(of: name).readStored(batch)
      bytes += body?.count ?? 0
      if body == nil {
        let now = try folder.cursor(of: name)
        if let now, now.inFlight?.key != batch.key, attempts > 1 {
          return try checkBodies(now, attempts: attempts - 1)
        }
        damages.append(
          Damage(
            file: "\(label)/\(batch.key).body",
            what:
              "missing or changed; its \(batch.ranges.total) events are sealed again"))
      }
    }
    let kept = cursor.inFlight.map { "\($0.key).body" }
    for file in try folder.files.list("\(folder.path)/dest/\(name)").sorted()
    where file.hasSuffix(".body") && file != kept {
      notes.append("\(label)/\(file): no cursor names it; it is removed at the next start")
    }
  }
}
