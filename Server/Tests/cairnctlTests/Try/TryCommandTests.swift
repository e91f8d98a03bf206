import Foundation
import Testing
import ToolTestSupport

@testable import cairnctl

@Suite("cairnctl try")
struct TryCommandTests {
  @Test("the app and the collector are killed, and no event is lost")
  func course() throws {
    let folder = try EmptyFolder()
    let run = try Command.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "TMPDIR=\(folder.url.path)", Command.tool.path, "try", "--no-open", "--once", "--pause",
        "1",
      ])
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("lost: 0 · stored twice: 0"))
    let tracked = run.output.split(separator: "\n").last?.split(separator: " ")[1]
    #expect((tracked.flatMap { Int($0) } ?? 0) >= 20, "\(run.output)")
    // Nothing is left behind.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("the month of a shop is the same for the same time, and ends before it")
  func history() throws {
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    let batches = try ShopHistory.batches(now: now, seed: 7)
    #expect(try ShopHistory.batches(now: now, seed: 7).count == batches.count)
    var (ids, names) = (Set<String>(), Set<String>())
    for batch in batches {
      let body = try #require(try JSONSerialization.jsonObject(with: batch) as? [String: Any])
      let events = try #require(body["batch"] as? [[String: Any]])
      #expect(events.count <= 500)
      for event in events {
        let time = try #require(event["originalTimestamp"] as? String)
        #expect(try Date(time, strategy: .iso8601) < now)
        #expect(ids.insert(try #require(event["messageId"] as? String)).inserted)
        names.insert(try #require(event["event"] as? String))
      }
    }
    #expect(ids.count > 1_000)
    #expect(names.contains("Order Completed") && names.contains("Checkout Started"))
  }

  @Test("an event that is missing, or there twice, is found")
  @available(macOS 14, *)
  func proof() {
    let proof = TryProof(tracked: [1, 2, 3], stored: [1, 3, 3, 4])
    #expect(proof.tracked == 3 && proof.lost == 1 && proof.doubled == 1 && !proof.isGood)
    #expect(TryProof(tracked: [1], stored: [1, 2]).isGood)
  }

  @Test("lines are put together from pieces")
  func lines() {
    var reader = LineReader()
    #expect(reader.add(Data("1\n2".utf8)) == ["1"])
    #expect(reader.add(Data("3\n".utf8)) == ["23"])
    #expect(reader.add(Data("4".utf8)) == [])
    #expect(reader.add(Data("\n5\n\n".utf8)) == ["4", "5", ""])
  }

  @Test("a busy port is replaced by another one")
  func port() throws {
    let first = try #require(FreePort.find(preferred: 0))
    #expect(first > 0)
    #expect(FreePort.find(preferred: first) == first)
  }
}

@Suite("cairnctl collect --open")
struct OpenPagesTests {
  #if os(Linux)
  @Test("the browser gets the address of the pages")
  func opens() throws {
    let folder = try EmptyFolder()
    let program = folder.url.appendingPathComponent("xdg-open")
    try "#!/bin/sh\necho \"$1\" > \"\(folder.url.path)/opened\"\n".write(
      to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: program.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let script = """
      "$0" collect --port 0 --host 127.0.0.1 --database "$1/db" --open > "$1/out" & collector=$!
      for attempt in $(seq 300); do [ -s "$1/opened" ] && break; sleep 0.1; done
      kill $collector; cat "$1/opened"; cat "$1/out"
      """
    let run = try Command.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "PATH=\(folder.url.path):\(path)", "DISPLAY=:0", "bash", "-c", script, Command.tool.path,
        folder.url.path,
      ])
    let address = try #require(run.output.split(separator: "\n").first)
    #expect(address.hasPrefix("http://127.0.0.1:") && address.hasSuffix("/"), "\(run.output)")
    #expect(run.output.contains("Pages: \(address)"))
  }
  #endif
}

/// A new folder, which is removed with the last reference to it.
private final class EmptyFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("try-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
