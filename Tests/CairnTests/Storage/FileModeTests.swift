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

@Suite struct FileModeTests {
  let folder = RealFolder()

  @Test("with any umask of the process, files are accessible only to their owner")
  func modes() async throws {
    let before = umask(0)
    defer { umask(before) }
    try await makeEverything()
    let modes = try Self.modes(in: folder.path)
    #expect(modes.filter { $0.value != ($0.key.hasSuffix("/") ? 0o700 : 0o600) } == [:])
    let kinds = ["install", "shop", "identity", "ballast", "state", ".seg", ".body", "dead/"]
    for kind in kinds { #expect(modes.keys.contains { $0.hasSuffix(kind) }, "\(kind)") }
  }

  /// Creates at least one file of each kind.
  func makeEverything() async throws {
    let refusing = RecordingDestination(name: "refusing", answer: { _ in .refused("x") })
    let silent = RecordingDestination(
      name: "silent", answer: { _ in .later(afterSeconds: 600, reason: "x") })
    var configuration = Configuration(destinations: [refusing, silent])
    configuration.instance = "shop"
    configuration.directory = folder.url.appendingPathComponent("state/cairn")
    configuration.seams.installs = FileInstallRecord(
      folder.path + "/config/installs", files: configuration.seams.files)
    let analytics = Analytics(configuration)
    try await analytics.record("Seen")
    await analytics.flush()
    await analytics.close(flushingForSeconds: 0)
  }

  /// Returns the modes by path; that of a folder ends with `/`.
  static func modes(in folder: String) throws -> [String: Int] {
    var modes: [String: Int] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      modes[isFolder ? name + "/" : name] = attributes[.posixPermissions] as? Int
    }
    return modes
  }
}
