// The other systems do not let a program start one.
#if os(macOS) || os(Linux)
import Foundation
import Testing

/// The syntax of the privacy manifest, according to the system's tool.
@Suite struct PrivacyManifestSyntaxTests {
  @Test("plutil accepts the manifest", .enabled(if: PrivacyManifestSyntaxTests.plutil != nil))
  func lint() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.plutil))
    process.arguments = ["-lint", PrivacyManifestTests().path]
    process.standardOutput = Pipe()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// The tool in the search path, or beside an available compiler.
  private static let plutil: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = FileManager.default
    let compiler = folders.map { URL(fileURLWithPath: "\($0)/swift").resolvingSymlinksInPath() }
      .map { $0.deletingLastPathComponent().path }
    return (folders.map(String.init) + compiler).map { $0 + "/plutil" }.first {
      files.isExecutableFile(atPath: $0)
    }
  }()
}
#endif
