import Cairn
import CairnExpectations
import Testing

@Suite struct LocalConformanceTests {
  @Test("FileDestination conforms")
  func file() async {
    var conformance = DestinationConformance(local: {
      let disk = InMemoryFileSystem(capacity: 256 << 20)
      let destination = FileDestination(
        directory: "/events", maximumFileBytes: 100_000, maximumFiles: nil, files: disk)
      return (destination, { Self.contents(of: "/events", on: disk) })
    })
    conformance.variants = [
      "another folder": { FileDestination(directory: "/others", files: InMemoryFileSystem()) }
    ]
    await conformance.expectConformance()
  }

  private static func contents(of folder: String, on disk: InMemoryFileSystem) -> [UInt8] {
    ((try? disk.list(folder)) ?? []).sorted().flatMap { name -> [UInt8] in
      guard let file = try? OpenFile("\(folder)/\(name)", .read, in: disk),
        let size = try? file.status().size
      else { return [] }
      return (try? file.read(size, at: 0)) ?? []
    }
  }

  @Test("ConsoleDestination conforms")
  func console() async {
    var conformance = DestinationConformance(local: {
      let lines = Locked<[UInt8]>([])
      let console = ConsoleDestination { line in lines.withLock { $0 += Array((line + "\n").utf8) }
      }
      return (console, { lines.withLock { $0 } })
    })
    let reason = "its lines are for people"
    conformance.excused = [.identifiers: reason, .values: reason]
    await conformance.expectConformance()
  }
}
