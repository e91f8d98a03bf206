import Cairn
import ToolSupport
import Foundation

/// Reads all segments of several folders, on all processors.
package final class SegmentScan: Sendable {
  private let folders: [SegmentFolder]
  private let work: [(folder: SegmentFolder, name: SegmentName)]
  private let checks = Locked<[String: SegmentCheck]>([:])
  private let next = Locked(0)
  package let damages: [Damage]
  package let notes: [String]

  package init(_ folders: [SegmentFolder]) {
    var work: [(SegmentFolder, SegmentName)] = []
    var damages: [Damage] = []
    var notes: [String] = []
    for folder in folders {
      do throws(FileError) {
        let names = try folder.names()
        work += names.segments.map { (folder, $0) }
        notes += names.others.map { "\(folder.label)/\($0): not a segment; skipped" }
      } catch {
        damages.append(Damage(file: folder.label, what: "cannot be read: \(error)"))
      }
    }
    self.folders = folders
    self.work = work
    self.damages = damages
    self.notes = notes
  }

  package func run() async {
    let bar = ProgressBar("verify", total: work.reduce(0) { $0 + size($1.folder, $1.name) })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          while let place = self.take() {
            let (folder, name) = self.work[place]
            var check = SegmentCheck(name, in: folder)
            check.run()
            bar.advance(by: check.bytes)
            self.checks.withLock { $0[check.label] = check }
          }
        }
      }
    }
    bar.end()
  }

  private func take() -> Int? {
    next.withLock { next in
      guard next < work.count else { return nil }
      defer { next += 1 }
      return next
    }
  }

  private func size(_ folder: SegmentFolder, _ name: SegmentName) -> Int {
    let path = folder.path + "/" + name.fileName
    return (try? OpenFile(path, .read, in: folder.files).status().size) ?? 0
  }

  package func results(of folder: SegmentFolder) -> [SegmentCheck] {
    let all = checks.withLock { $0 }
    return work.compactMap { $0.folder.path == folder.path ? all[folder.label(of: $0.name)] : nil }
      .filter { !$0.isGone }
  }
}
