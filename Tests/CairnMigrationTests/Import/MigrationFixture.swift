import Cairn
import CairnMigration
import CairnTesting
import Foundation

/// A device in memory with the container of an app, and launches of the app on it.
struct MigrationFixture {
  static let folder = "/container"
  let storage: TestStorage
  let clock = ManualClock()
  let destination: RecordingDestination

  init(
    _ storage: TestStorage = TestStorage(),
    destination: RecordingDestination = RecordingDestination()
  ) {
    self.storage = storage
    self.destination = destination
  }

  /// Returns the same device with a copy of its files.
  func copy() -> MigrationFixture {
    MigrationFixture(
      TestStorage(
        InMemoryFileSystem(copying: storage.memory), installs: storage.installs, launches: 1_000))
  }

  func container(_ files: (any FileSystem)? = nil) -> Container {
    Container(
      folder: Self.folder, bundleID: "com.example.app", files: files ?? storage.files)
  }

  /// Writes a file below the folder of the container.
  func write(_ path: String, _ content: [UInt8]) throws {
    let path = "\(Self.folder)/\(path)"
    if (try? storage.memory.open(path, .read)) != nil { try storage.memory.remove(path) }
    try OpenFile(path, .create, in: storage.memory).write(content, at: 0)
  }

  func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

  /// The names below a folder of the container.
  func names(_ path: String) throws -> [String] {
    try storage.memory.list("\(Self.folder)/\(path)").sorted()
  }

  func configuration(_ files: (any FileSystem)? = nil) -> Configuration {
    var configuration = Configuration(destinations: [destination])
      .testing(clock: clock, storage: storage)
    configuration.lifecycleEvents = []
    if let files { configuration.seams.files = files }
    return configuration
  }

  /// Launches the app, migrates everything, and delivers.
  @discardableResult
  func migrate(
    _ source: MigrationSource = .everythingFound, on files: (any FileSystem)? = nil,
    flushes: Bool = true
  ) async -> MigrationReport {
    let analytics = Analytics(configuration(files))
    let report = await analytics.migrate(from: source, in: container(files))
    if flushes { _ = await analytics.flush() }
    await analytics.close(flushingForSeconds: 0)
    return report
  }

  /// The names of the folders to which stores were moved.
  func movedFolders() throws -> [String] {
    var names: [String] = []
    for instance in try storage.memory.list("/test") {
      let folder = "/test/\(instance)/v1/migration"
      names += try storage.memory.list(folder).filter { $0.first?.isNumber == true }
    }
    return names.sorted()
  }

  /// The message identifiers of the delivered events, in order.
  var deliveredIDs: [String] {
    delivered.compactMap { $0["messageId"]?.stringValue }
  }

  var delivered: [[String: Value]] {
    destination.acceptedEvents.compactMap { Value(json: $0.json)?.objectValue }
  }
}

/// Stores that tests make.
enum GeneratedStore {
  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  static func segmentEvent(_ number: Int) -> String {
    """
    {"type":"track","event":"Event \(number)","messageId":"\(id(number))",\
    "timestamp":"2025-10-09T08:53:20.123Z","anonymousId":"device-1","userId":"user-1",\
    "properties":{"n":\(number)},"context":{"library":{"name":"analytics-swift"}},\
    "integrations":{},"_metadata":{"bundled":[]}}
    """
  }

  /// Returns a file of analytics-swift with these events.
  static func segmentFile(_ numbers: Range<Int>, isFinished: Bool = true) -> String {
    let lines = numbers.map(segmentEvent).joined(separator: "\n,")
    let end = isFinished ? "],\"sentAt\":\"2025-10-09T08:53:21.000Z\",\"writeKey\":\"key\"}" : ""
    return "{ \"batch\": [\n\(lines)\n\(end)"
  }

  /// Writes a store of analytics-swift with events 0 up to `count` in several files.
  static func segment(_ count: Int, files: Int = 3, in scene: MigrationFixture) throws {
    let folder = "Library/Application Support/segment/key"
    let size = (count + files - 1) / files
    for file in 0..<files {
      let numbers = (file * size)..<min(count, (file + 1) * size)
      let isLast = file == files - 1
      try scene.write(
        "\(folder)/\(file + 8)-segment-events" + (isLast ? "" : ".temp"),
        segmentFile(numbers, isFinished: !isLast))
    }
  }
}

extension MigrationFixture {
  /// Copies the files of a real folder to the container.
  func copy(_ folder: String) throws {
    let names = FileManager.default.enumerator(atPath: folder)
    while let name = names?.nextObject() as? String {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      guard !isFolder.boolValue else { continue }
      try write(name, [UInt8](FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()))
    }
  }
}

extension MigrationFixture {
  /// A simulated disk with the files of the container.
  var image: DiskImage {
    var image = DiskImage()
    place("", in: &image)
    return image
  }

  private func place(_ path: String, in image: inout DiskImage) {
    let folder = Self.folder + path
    for name in (try? storage.memory.list(folder)) ?? [] {
      if let file = try? OpenFile("\(folder)/\(name)", .read, in: storage.memory),
        let size = try? file.status().size, let bytes = try? file.read(size, at: 0)
      {
        image.place(bytes, at: "\(folder)/\(name)")
      } else {
        place("\(path)/\(name)", in: &image)
      }
    }
  }
}
