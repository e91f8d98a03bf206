import Cairn

/// One journal, tested byte by byte.
struct Verification {
  private let folder: JournalFolder
  private(set) var damages: [String] = []
  private(set) var notes: [String] = []
  private var segments = 0
  private var events = 0
  private var bytes = 0

  init(_ folder: JournalFolder) { self.folder = folder }

  var summary: String {
    "\(segments) segments, \(events) events, \(bytes) bytes read, \(damages.count) damages"
  }

  mutating func run() throws {
    let findings = try folder.findings()
    for name in findings.unreadable.map(\.fileName) {
      damages.append("\(name): cannot be read, or of a later format")
    }
    for segment in findings.segments { try verify(segment) }
    for destination in folder.destinations() { try verify(destination: destination) }
  }

  private mutating func verify(_ segment: SegmentSummary) throws {
    let name = segment.name.fileName
    if segment.header == nil { damages.append("\(name) at 0: header") }
    var scanner = try folder.scanner(segment)
    var chain: UInt64 = 0
    var found = 0
    var last = segment.firstIndex - 1
    var seal: Seal?
    while let item = try scanner.next() {
      switch item {
      case .damage(let offset, let length, let reachesEnd):
        report(name, offset, length, isTail: reachesEnd && segment.state != .sealed)
      case .record(let frame, _, let payload):
        if frame.type == .seal {
          seal = Seal(payload)
          continue
        }
        chain = XXH64.chain(frame.headCheck, onto: chain)
        guard frame.type == .event else { continue }
        if frame.index > last + 1 { report(name, lost: last + 1, upTo: frame.index) }
        found += 1
        last = frame.index
      }
    }
    if let seal, seal.chain != chain || Int(seal.events) != found || seal.lastIndex != last {
      damages.append("\(name): the seal says \(seal.events) events, \(found) are whole")
    }
    segments += 1
    events += found
    bytes += scanner.offset
  }

  private mutating func report(_ name: String, _ offset: Int, _ length: Int, isTail: Bool) {
    if isTail {
      notes.append(
        "\(name) at \(offset): \(length) bytes of a write that was cut off; nothing is lost")
    } else {
      damages.append("\(name) at \(offset): \(length) bytes are no record")
    }
  }

  private mutating func report(_ name: String, lost first: UInt32, upTo next: UInt32) {
    damages.append("\(name): events \(first)…\(next - 1) cannot be read")
  }

  private mutating func verify(destination name: String) throws {
    guard let cursor = try folder.cursor(of: name) else {
      damages.append("dest/\(name)/state: neither slot is whole")
      return
    }
    guard let batch = cursor.inFlight else { return }
    if try folder.bodies(of: name).read(batch) == nil {
      damages.append("dest/\(name)/\(batch.key).body: missing, or not what was sealed")
    }
  }
}
