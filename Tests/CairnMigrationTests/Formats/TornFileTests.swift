import Cairn
import CairnMigration
import CairnTesting
import Testing

/// A file that is cut at any byte, and to which the other SDK has appended since.
@Suite("Torn files")
struct TornFileTests {
  /// A format with files of text.
  struct Format: CustomTestStringConvertible, Sendable {
    var name: String
    var vendor: String
    var path: String
    var head: String
    /// What precedes each record but the first, and what follows each.
    var separator: String
    var end: String
    var record: @Sendable (Int) -> String

    var testDescription: String { name }

    func file(_ numbers: Range<Int>) -> String {
      head
        + numbers.map(record).enumerated().map { place, record in
          (place == 0 ? "" : separator) + record + end
        }.joined()
    }
  }

  private static let traits = #"{"tags":["a",{"b":[1,{"c":"d, { } \" é"}]}],"n":-1.5e3,"x":null}"#

  private static let segment = Format(
    name: "lines of analytics-swift", vendor: "segment",
    path: "Library/Application Support/segment/key/0-segment-events", head: "{ \"batch\": [\n",
    separator: ",", end: "\n"
  ) { number in
    """
    {"properties":\(traits),"type":"track","event":"E","messageId":"\(GeneratedStore.id(number))",\
    "context":{"device":{"type":"ios"},"list":[{"type":"x"}]},"timestamp":"2025-10-09T08:53:20Z"}
    """
  }

  private static let rudder = Format(
    name: "objects of rudder-sdk-swift", vendor: "rudder-swift",
    path: "Documents/rudder/analytics/events/key/0.tmp", head: "{\"batch\":[", separator: ",",
    end: ""
  ) { number in
    """
    {
      "context" : {
        "traits" : \(traits)
      },
      "event" : "E",
      "messageId" : "\(GeneratedStore.id(number))",
      "properties" : \(traits),
      "type" : "track"
    }
    """
  }

  private static let amplitude = Format(
    name: "records of Amplitude-Swift", vendor: "amplitude",
    path:
      "Library/Application Support/amplitude/amplitude-swift-storage-key-i.events.index/v2-0.tmp",
    head: "", separator: "", end: "\u{0}"
  ) { number in
    """
    {"adid":null,"device_id":"d","event_properties":\(traits),"event_type":"E",\
    "insert_id":"\(GeneratedStore.id(number))","time":1760000000123}
    """
  }

  private func read(_ format: Format, _ bytes: [UInt8]) throws -> StoreContents {
    let scene = MigrationFixture()
    try scene.write(format.path, bytes)
    let stores = try StoreFinder.stores(of: format.vendor, in: scene.container())
    return try StoreContents(stores, scene.storage.files)
  }

  @Test(
    "all whole records before and after the tear are found, and no other",
    arguments: [segment, rudder, amplitude])
  func tears(_ format: Format) throws {
    let before = Array(format.file(0..<2).utf8)
    let all = Array(format.file(0..<3).utf8)
    for cut in before.count...all.count {
      for appended in [0, 2] {
        let rest = (3..<(3 + appended)).map { format.separator + format.record($0) + format.end }
        let bytes = Array(all.prefix(cut)) + rest.joined().utf8
        let found = try read(format, bytes)
        let ids = found.events.compactMap(\.messageID)
        let hasThird = found.events.contains { $0.messageID == GeneratedStore.id(2) }
        let wanted =
          [0, 1] + (hasThird ? [2] : []) + (3..<(3 + appended)).map { $0 }
        #expect(ids == wanted.map(GeneratedStore.id), "cut at \(cut - before.count)")
        // The third record is whole when at most what follows it is missing.
        let isWhole = cut >= all.count - format.end.utf8.count
        if isWhole { #expect(hasThird) }
        let isTorn = cut > before.count + format.separator.utf8.count && !hasThird
        if isTorn { #expect(found.lost.count == 1, "cut at \(cut - before.count)") }
        if hasThird { #expect(found.lost.isEmpty) }
        // What was read is what was written.
        let properties = Value(json: Self.traits.utf8)
        #expect(found.events.allSatisfy { $0.message["properties"] == properties })
      }
    }
  }

  @Test("a changed byte costs at most the record in which it is", arguments: [segment, amplitude])
  func flips(_ format: Format) throws {
    let all = Array(format.file(0..<3).utf8)
    for place in format.head.utf8.count..<all.count {
      for byte in [UInt8(0), 0xFF, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\"")] {
        var bytes = all
        bytes[place] = byte
        let ids = try read(format, bytes).events.compactMap(\.messageID)
        let known = Set((0..<3).map(GeneratedStore.id))
        #expect(ids.count { known.contains($0) } >= 2, "\(byte) at \(place)")
        #expect(ids.count <= 3)
      }
    }
  }

  @Test("a file in the middle of an array has its whole objects read", arguments: [0, 1, 5, 100])
  func arrays(_ cut: Int) throws {
    let scene = MigrationFixture()
    let events = (0..<3).map(GeneratedStore.segmentEvent).joined(separator: ",")
    let text = "[\(events)]"
    try scene.write(
      "Library/Application Support/segmentio.queue.plist", String(text.dropLast(cut)))
    let stores = try StoreFinder.stores(of: "analytics-ios", in: scene.container())
    let found = try StoreContents(stores, scene.storage.files)
    #expect(found.events.count == (cut <= 1 ? 3 : 2))
    #expect(found.lost.count == (cut <= 1 ? 0 : 1))
  }
}

@Suite("Large files")
struct LargeFileTests {
  /// A file of many records that exists only while it is read.
  final class EndlessFile: ForwardingFileSystem {
    let files: any FileSystem
    private let path: String
    private let record: [UInt8]
    private let count: Int
    private let descriptor = Locked<Set<Int32>>([])
    /// The largest number of bytes that one call asked for.
    let largest = Locked(0)

    init(_ files: any FileSystem, _ path: String, _ record: String, count: Int) {
      self.files = files
      self.path = path
      self.record = Array(record.utf8)
      self.count = count
    }

    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
      let file = try files.open(path, mode)
      if path == self.path { descriptor.withLock { _ = $0.insert(file.rawValue) } }
      return file
    }

    func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
      guard descriptor.withLock({ $0.contains(file.rawValue) }) else {
        return try files.status(file)
      }
      return FileStatus(size: record.count * count, links: 1)
    }

    func read(
      _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(FileError) -> Int {
      guard descriptor.withLock({ $0.contains(file.rawValue) }) else {
        return try files.read(file, into: buffer, at: offset)
      }
      largest.withLock { $0 = max($0, buffer.count) }
      let length = min(buffer.count, max(0, record.count * count - offset))
      for place in 0..<length { buffer[place] = record[(offset + place) % record.count] }
      return length
    }
  }

  /// In a process of its own, whose memory no other test uses.
  @Test("a store of 64 MB is read with the memory of a small one")
  func memory() async throws {
    await #expect(processExitsWith: .success) {
      let scene = MigrationFixture()
      let path = "Library/Application Support/segment/key/0-segment-events"
      try scene.write(path, "")
      let text = String(repeating: "x", count: 4_000)
      let record =
        #"{"type":"track","event":"E","messageId":"m","context":{},"properties":{"t":"\#(text)"}},"#
        + "\n"
      let count = (64 << 20) / record.utf8.count
      let files = EndlessFile(
        scene.storage.files, "\(MigrationFixture.folder)/\(path)", record, count: count)
      let store = try #require(
        try StoreFinder.stores(of: "segment", in: scene.container(files)).first)
      var reader = try store.queues[0].open(store.queues[0].path, files)
      var events = 0
      let before = ProcessMemory.resident
      while let item = try reader.next() { if case .event = item { events += 1 } }
      #expect(events == count)
      #expect(files.largest.withLock { $0 } <= 64 << 10)
      if let before, let after = ProcessMemory.resident { #expect(after - before < 32 << 20) }
    }
  }
}

/// The memory of this process.
enum ProcessMemory {
  /// The resident bytes; nil where the system does not tell.
  static var resident: Int? {
    guard let file = try? OpenFile("/proc/self/statm", .read, in: PosixFileSystem()),
      let bytes = try? file.read(200, at: 0)
    else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * 4_096 } : nil
  }
}
