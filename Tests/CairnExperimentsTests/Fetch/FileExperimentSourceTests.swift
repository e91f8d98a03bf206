import Cairn
import CairnExperiments
import Foundation
import Testing

@Suite struct FileExperimentSourceTests {
  @Test("a file is a document until it changes, and then another one")
  func changes() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let source = FileExperimentSource(url)
    await #expect(throws: FileError.self) { try await source.fetch(etag: nil) }
    try Data("one".utf8).write(to: url)
    guard case .document(let bytes, let mark) = try await source.fetch(etag: nil) else {
      Issue.record("nothing was read")
      return
    }
    #expect(bytes == Array("one".utf8))
    #expect(try await source.fetch(etag: mark) == .unchanged)
    try Data("two".utf8).write(to: url)
    guard case .document(let other, let otherMark) = try await source.fetch(etag: mark) else {
      Issue.record("the change was not noticed")
      return
    }
    #expect(other == Array("two".utf8))
    #expect(otherMark != mark)
  }
}
