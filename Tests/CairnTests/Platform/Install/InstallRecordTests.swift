import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct InstallRecordTests {
  let folder = RealFolder()

  @Test(
    "processes that start at the same moment get the same identifier, or an error"
  )
  func race() async throws {
    for round in 1...200 {
      let told = try await withThrowingTaskGroup(of: InstallID?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let record = FileInstallRecord(folder.path, files: PosixFileSystem())
            let own = InstallID(SystemRandomness())
            do throws(InstallRecordError) {
              return try record.keep(own, for: "account \(round)")
            } catch {
              #expect(error.description.contains("busy"))
              return nil
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
      }
      let record = FileInstallRecord(folder.path, files: PosixFileSystem())
      let kept = try #require(try record.read("account \(round)"))
      #expect(!told.isEmpty)
      #expect(told.allSatisfy { $0 == kept })
    }
  }

  @Test(
    "a record of a process that died before writing it is written by the next one"
  )
  func half() throws {
    let files = PosixFileSystem()
    _ = try OpenFile(folder.path + "/account", .create, in: files)
    let record = FileInstallRecord(folder.path, files: files)
    #expect(try record.read("account") == nil)
    let id = InstallID(SystemRandomness())
    #expect(try record.keep(id, for: "account") == id)
    #expect(try record.read("account") == id)
  }

  @Test("an unreadable file is an error, and no other identifier is created")
  func unreadable() {
    let record = FileInstallRecord(
      "/installs", files: FaultyFileSystem(InMemoryFileSystem()) { _ in .fail(13) })
    #expect(throws: InstallRecordError.self) { try record.read("account") }
    #expect(throws: InstallRecordError.self) {
      try record.keep(InstallID(SystemRandomness()), for: "account")
    }
  }

  @Test("an identifier has 32 digits, and a name has always the same one")
  func identifiers() {
    let drawn = InstallID(SystemRandomness())
    let named = InstallID(name: "eu-west-1")
    #expect(InstallID(drawn.text) == drawn)
    #expect(named == InstallID(name: "eu-west-1"))
    #expect(named != InstallID(name: "eu-west-2"))
    #expect(named.isComparable(to: InstallID(name: "")))
    #expect(!named.isComparable(to: drawn))
    for text in ["", "x", drawn.text.uppercased() + "A", String(repeating: "g", count: 32)] {
      #expect(InstallID(text) == nil, "\(text)")
    }
  }

  @Test("by default the record is separate from the journals")
  func place() throws {
    let records = try #require(DefaultInstallRecord.directory())
    let journals = try #require(DefaultDirectory.path())
    #expect(records.hasSuffix("/cairn/installs"))
    #expect(!records.hasPrefix(journals) && !journals.hasPrefix(records))
  }
}
