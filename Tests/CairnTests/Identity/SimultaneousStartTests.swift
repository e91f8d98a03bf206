import Cairn
import CairnTesting
import Foundation
import Testing

/// Several processes that open one instance's folder on the real disk at the same time.
@Suite struct SimultaneousStartTests {
  let folder = RealFolder()

  /// Starts eight at once, each with its own event; they close without delivering it.
  func startTogether(_ record: any InstallRecord) async {
    await withTaskGroup { group in
      for number in 1...8 {
        group.addTask {
          let silent = RecordingDestination(answer: { _ in .later(afterSeconds: 600, reason: "x") })
          let analytics = Analytics(configuration(record, silent))
          analytics.track("Event \(number)")
          await analytics.close(flushingForSeconds: 0)
        }
      }
    }
  }

  func configuration(
    _ record: any InstallRecord, _ destination: RecordingDestination
  ) -> Configuration {
    var configuration = Configuration(destinations: [destination])
    configuration.instance = "shop"
    configuration.directory = folder.url
    configuration.syncPolicy = .never
    configuration.flushAt = 1_000
    configuration.diagnostics = { _ in }
    configuration.seams.installs = record
    return configuration
  }

  var folders: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/shop") }
  }

  @Test("processes that start in a new folder use one journal, with the mark of the record")
  func newFolder() async throws {
    let files = PosixFileSystem()
    let record = FileInstallRecord(folder.path + "/installs", files: files)
    for _ in 1...10 {
      await startTogether(record)
      #expect(try folders == ["v1"])
      let mark = try #require(try InstallFile(folder.path + "/shop/v1/install", in: files).read())
      #expect(try record.read("shop") == mark)
      try FileManager.default.removeItem(atPath: folder.path + "/shop")
      try FileManager.default.removeItem(atPath: folder.path + "/installs")
    }
  }

  @Test("processes that start beside a foreign journal use one new journal, which has every event")
  func foreign() async throws {
    await startTogether(MemoryInstallRecord())
    let before = try Set(FileManager.default.subpathsOfDirectory(atPath: folder.path + "/shop/v1"))
    let record = MemoryInstallRecord()
    await startTogether(record)
    #expect(try folders.count == 2)
    #expect(
      try Set(FileManager.default.subpathsOfDirectory(atPath: folder.path + "/shop/v1")) == before)
    let server = RecordingDestination(name: "late")
    let analytics = Analytics(configuration(record, server))
    await analytics.flush()
    await analytics.close()
    let events = server.events.compactMap { $0.fields?["event"] as? String }
    #expect(events.sorted() == (1...8).map { "Event \($0)" })
    #expect(try folders.count == 2)
  }
}
