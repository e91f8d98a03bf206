import Cairn
import CairnTesting
import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The decision whether a folder is used: a table, then real folders.
@Suite struct FolderTrustTests {
  /// CI runs as root, and a test that cannot run there fails.
  static let isInCI = ProcessInfo.processInfo.environment["CI"] == "true"

  let folder = RealFolder()

  /// The decisions of a process of user 1 000: the attributes found, the attributes that the volume
  /// gives to new files, and the problem.
  static let decisions: [(found: FileAttributes, fresh: FileAttributes, trustError: String?)] = [
    (attributes(), attributes(), nil),
    (attributes(mode: 0o755), attributes(), nil),
    (attributes(.file, mode: 0o644), attributes(), nil),
    (attributes(owner: 0, mode: 0o755), attributes(), nil),
    (attributes(mode: 0o1700), attributes(), nil),
    (attributes(mode: 0o775), attributes(), "other users may write to it (mode 0775)"),
    (attributes(mode: 0o702), attributes(), "other users may write to it (mode 0702)"),
    (attributes(mode: 0o1777), attributes(), "other users may write to it (mode 1777)"),
    (attributes(.file, mode: 0o666), attributes(), "other users may write to it (mode 0666)"),
    (attributes(owner: 0, mode: 0o777), attributes(), "other users may write to it (mode 0777)"),
    (
      attributes(owner: 1_001), attributes(),
      "it belongs to user 1001, and this process runs as user 1000"
    ),
    (attributes(.link), attributes(), "a symbolic link is not followed"),
    (attributes(.link, owner: 0), attributes(), "a symbolic link is not followed"),
    (attributes(.other), attributes(), "it is neither a file nor a folder"),
    // A volume without modes, and one that assigns all files to one user.
    (attributes(mode: 0o777), attributes(.file, mode: 0o777), nil),
    (attributes(mode: 0o770), attributes(.file, mode: 0o660), nil),
    (
      attributes(mode: 0o777), attributes(.file, mode: 0o660),
      "other users may write to it (mode 0777)"
    ),
    (attributes(owner: 65_534), attributes(.file, owner: 65_534), nil),
  ]

  static func attributes(
    _ kind: FileAttributes.Kind = .folder, owner: UInt32 = 1_000, mode: UInt32 = 0o700
  ) -> FileAttributes {
    FileAttributes(kind, owner: owner, mode: mode)
  }

  @Test("each folder in the table is used or refused as expected", arguments: decisions.indices)
  func decision(row: Int) {
    let (found, fresh, expected) = Self.decisions[row]
    let trustError = FolderTrust.trustError(found, "/x", fresh)
    #expect(trustError?.code == expected.map { _ in FileError.untrusted })
    #expect((trustError?.reason == nil) == (expected == nil))
    if let expected { #expect(trustError?.reason?.hasPrefix(expected) == true, "\(expected)") }
  }

  /// Creates a folder as an instance does.
  private func make() throws -> String {
    let path = folder.path + "/app"
    for name in ["v1/log", "v1/dest/server/dead"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(name)", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    for name in ["v1/identity", "v1/dest/server/state"] {
      let file = URL(fileURLWithPath: "\(path)/\(name)")
      try Data([1]).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
    return path
  }

  private func trustError(_ path: String) -> String? {
    FolderTrust(PosixFileSystem()).trustError(of: path).map { "\($0.path): \($0.reason ?? "")" }
  }

  @Test("a folder as the SDK makes it is used, and so is one that is not there")
  func own() throws {
    #expect(trustError(try make()) == nil)
    #expect(trustError(folder.path + "/none") == nil)
  }

  @Test(
    "a folder or file that others may write to is refused, at any place",
    arguments: ["", "/v1", "/v1/log", "/v1/dest/server", "/v1/dest/server/dead", "/v1/identity"])
  func writable(name: String) throws {
    let path = try make()
    for folder in ["", "/v1"] { #expect(chmod(path + folder, 0o711) == 0) }
    #expect(chmod(path + name, 0o770) == 0)
    #expect(
      trustError(path)
        == "\(path)\(name): other users may write to it (mode 0770): remove that permission "
        + "(chmod -R go-w), or choose another Configuration.directory")
    // The check leaves no files behind.
    #expect(try !FileManager.default.contentsOfDirectory(atPath: path).contains("owner-probe"))
    #expect(chmod(path + name, 0o755) == 0)
    #expect(trustError(path) == nil)
  }

  @Test(
    "a link in place of a folder or file is refused, and one above the folder is not",
    arguments: ["", "/v1", "/v1/dest", "/v1/dest/server/dead", "/v1/identity"])
  func link(name: String) throws {
    let path = try make()
    try FileManager.default.moveItem(atPath: path + name, toPath: folder.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: path + name, withDestinationPath: folder.path + "/elsewhere")
    #expect(trustError(path) == "\(path)\(name): a symbolic link is not followed")
  }

  @Test("a file that others may write to and cannot reach is used", arguments: ["", "/v1"])
  func closed(name: String) throws {
    let path = try make()
    for folder in ["", "/v1"] { #expect(chmod(path + folder, 0o755) == 0) }
    #expect(chmod(path + name, 0o700) == 0)
    #expect(chmod(path + "/v1/identity", 0o666) == 0)
    #expect(trustError(path) == nil)
  }

  @Test(
    "a link to no folder among those of destinations is not changed",
    arguments: ["/nowhere", "link", "/etc/hosts"])
  func stray(target: String) throws {
    let path = try make()
    try FileManager.default.createSymbolicLink(
      atPath: path + "/v1/dest/link", withDestinationPath: target)
    #expect(trustError(path) == nil)
  }

  @Test("a link above the folder is followed")
  func linkAbove() throws {
    _ = try make()
    let link = folder.path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    #expect(trustError(link + "/app") == nil)
  }

  @Test("a pipe is refused: opening it would wait forever")
  func pipe() throws {
    let path = try make()
    #expect(mkfifo(path + "/v1/release", 0o600) == 0)
    #expect(trustError(path) == "\(path)/v1/release: it is neither a file nor a folder")
  }

  @Test(
    "files of another user are refused",
    .enabled(if: geteuid() == 0 || FolderTrustTests.isInCI, "only root may give a file away"),
    arguments: ["", "/v1", "/v1/dest/server/state"])
  func foreign(name: String) throws {
    let path = try make()
    #expect(chown(path + name, 1_001, 1_001) == 0)
    #expect(
      trustError(path)
        == "\(path)\(name): it belongs to user 1001, and this process runs as user 0: "
        + "give it to that user (chown), or choose another Configuration.directory")
    // Files of root are accepted: root can do harm without a folder.
    #expect(chown(path + name, 0, 0) == 0)
    #expect(trustError(path) == nil)
  }
}
