import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// A symbolic link in the place of one of the SDK's files, on the real disk.
///
/// The target of the link is not read, changed or removed.
@Suite struct PlantedLinkTests {
  let folder = RealFolder()
  let files = PosixFileSystem()
  static let secret = Array("the victim's".utf8)

  /// The target of the link, a file of another owner.
  private var victim: String { folder.path + "/victim" }

  private func plant(at path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: victim)
  }

  private func makeVictim() throws {
    try Data(Self.secret).write(to: URL(fileURLWithPath: victim))
  }

  private func isUntouched() throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: victim)) == Data(Self.secret)
  }

  @Test("a link is opened in no mode", arguments: [OpenMode.read, .readWrite])
  func open(mode: OpenMode) throws {
    try makeVictim()
    let path = folder.path + "/link"
    try plant(at: path)
    #expect(throws: FileError.untrusted(path, "a symbolic link is not followed")) {
      try files.open(path, mode)
    }
    #expect(throws: FileError(call: "open", path: path, code: FileError.exists)) {
      try files.open(path, .create)
    }
    #expect(
      StorageProblem(FileError.untrusted(path, "a symbolic link is not followed")) == .untrusted)
  }

  @Test("a dangling link creates no file at its target")
  func dangling() throws {
    let path = folder.path + "/link"
    try plant(at: path)
    #expect(throws: FileError.self) { try OpenFile.openOrMake(path, in: files) }
    #expect(throws: FileError.self) {
      try DoubleSlotFile(path, magic: 1, slotSize: 4_096, files: files)
    }
    #expect(!FileManager.default.fileExists(atPath: victim))
  }

  @Test("removing a link, or a folder with one in it, removes only the link")
  func removed() throws {
    try makeVictim()
    let deep = folder.path + "/victims"
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    try Data(Self.secret).write(to: URL(fileURLWithPath: deep + "/inside"))
    let path = folder.path + "/own"
    try plant(at: path + "/link")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/folder", withDestinationPath: deep)
    try files.removeAll(path)
    #expect(try isUntouched())
    #expect(FileManager.default.fileExists(atPath: deep + "/inside"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a file that another program provides may be a link")
  func provided() throws {
    try makeVictim()
    let path = folder.path + "/link"
    try plant(at: path)
    let file = try OpenFile(path, .read, in: PosixFileSystem(followsLinks: true))
    #expect(try file.read(100, at: 0) == Self.secret)
  }

  static let key = BatchKey(high: 1, low: 2)
  static let upload = UploadName(key: key, number: 3)

  /// The use of each kind of file, with a link in its place.
  static let kinds:
    [(name: String, use: @Sendable (_ folder: String, any FileSystem) throws -> Void)] =
      [
        (
          "state",
          { _ = try CursorFile($0 + "/state", files: $1)?.commit(Cursor(), sync: .durable) }
        ),
        ("identity", { try slot($0 + "/identity", $1) }),
        ("consent", { try slot($0 + "/consent", $1) }),
        ("settings", { try slot($0 + "/settings", $1) }),
        (
          "memory",
          { folder, files in
            var file = PersistedValue(folder + "/memory", magic: 1, slotSize: 4_096, files: files)
            _ = file.open()
            _ = file.store([1, 2, 3])
          }
        ),
        (
          "install",
          { try InstallFile($0 + "/install", in: $1).write(InstallID(SeededRandomness(seed: 1))) }
        ),
        ("name", { _ = try NameOwnership($0 + "/name", in: $1).owner(orElse: "me") }),
        ("lock-probe", { _ = LockProbe($0, files: $1).files(Diagnostics { _ in }) }),
        (
          "recent",
          { folder, files in
            var recent = RecentDispositions(folder, files: files)
            recent.add([DispositionEntry(key, .delivered)])
          }
        ),
        (
          "attempt",
          { folder, files in
            var attempts = AttemptFile(folder, files: files)
            _ = attempts.look(RetryPolicy(), wall: 0, SeededRandomness(seed: 1))
            attempts.begin(key)
            attempts.end(isCancelled: false)
          }
        ),
        (
          "\(key).body",
          { try BodyStore(directory: $0, files: $1).write([1, 2, 3], key: key, sync: true) }
        ),
        (
          "\(upload).upload",
          {
            try BackgroundUploadStore(directory: $0, files: $1).write(
              [1, 2, 3], upload, sync: true)
          }
        ),
        ("ballast", { Ballast($0 + "/ballast", files: $1).take() }),
        (
          "lines-000001.ndjson",
          { folder, files in
            let lines = LineFiles(folder, prefix: "lines", files: files)
            _ = try lines.read(1)
          }
        ),
        (
          "lines-000001.ndjson",
          { try LineFiles($0, prefix: "lines", files: $1).append([1], to: 1, at: secret.count) }
        ),
      ]

  private static func slot(_ path: String, _ files: any FileSystem) throws {
    let file = try DoubleSlotFile(path, magic: 1, slotSize: 4_096, files: files)
    try file.write([1, 2, 3])
    try file.sync()
  }

  @Test(
    "the target of a link in place of any kind of file keeps its bytes", arguments: kinds.indices)
  func kind(row: Int) throws {
    try makeVictim()
    let (name, use) = Self.kinds[row]
    let own = folder.path + "/own"
    try plant(at: "\(own)/\(name)")
    // The call either reports the link or continues without the file.
    try? use(own, files)
    #expect(try isUntouched(), "\(name)")
  }
}
