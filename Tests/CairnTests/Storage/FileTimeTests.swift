#if os(Linux)
import Foundation
import Testing

@testable import Cairn

@Suite struct FileTimeTests {
  @Test(
    "a file with any time can be opened, and an impossible time is unknown",
    arguments: [0, 1_700_000_000, Int64.max / 1_000, Int64.max / 1_000 + 1, .max])
  func any(seconds: Int64) throws {
    // Its file system keeps any number of seconds.
    let path = "/dev/shm/cairn-\(UUID().uuidString)"
    #expect(FileManager.default.createFile(atPath: path, contents: Data()))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let touch = Process()
    touch.executableURL = URL(filePath: "/usr/bin/env")
    touch.arguments = ["touch", "-d", "@\(seconds)", path]
    try touch.run()
    touch.waitUntilExit()
    #expect(touch.terminationStatus == 0)
    let status = try OpenFile(path, .read, in: PosixFileSystem()).status()
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
    #expect(status.modified == (isTooLarge ? nil : WallTime(milliseconds: milliseconds)))
  }
}
#endif
