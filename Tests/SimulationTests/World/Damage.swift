import Cairn
import CairnTesting

/// A disk with damage, and the events that the damage may lose.
struct Damage {
  private(set) var image: DiskImage
  private(set) var touched: Set<Position> = []
  /// The applied damage.
  private(set) var blows: [String] = []
  private let records: [String: [(position: Position, bytes: Range<Int>)]]

  init(_ image: DiskImage) {
    self.image = image
    records = Self.records(image)
  }

  /// Returns the range of each event: its header and its payload, without the padding.
  private static func records(
    _ image: DiskImage
  ) -> [String: [(position: Position, bytes: Range<Int>)]] {
    let process = SimulatedDisk(image).makeProcess()
    var records: [String: [(position: Position, bytes: Range<Int>)]] = [:]
    for path in image.paths {
      let last = path.split(separator: "/").last.map(String.init) ?? ""
      guard let name = SegmentName(last), let file = try? OpenFile(path, .read, in: process) else {
        continue
      }
      var scanner = SegmentScanner(file, lane: name.lane)
      while let item = try? scanner.next() {
        guard case .record(let frame, let offset, _) = item, frame.type == .event else { continue }
        let place = Position(lane: name.lane, index: frame.index)
        let bytes = offset..<offset + RecordHeader.headerSize + frame.length
        records[path, default: []].append((place, bytes))
      }
    }
    return records
  }

  mutating func strike(_ dice: inout Dice) {
    let paths = image.paths.filter { $0 != World.foreignPath }
    let segments = paths.filter { $0.hasSuffix(".seg") }
    guard let path = dice.pick(dice.hits(700) ? segments : paths),
      let size = image.contents(path)?.count, size > 0
    else { return }
    let offset =
      path.hasSuffix("/state") ? dice.below(2) * 65_536 + dice.below(300) : dice.below(size)
    switch dice.below(6) {
    case 0, 1:
      image.flip(path, at: offset, mask: UInt8(1 << dice.below(8)))
      touch(path, offset..<offset + 1, "flipped")
    case 2:
      let start = offset / 512 * 512
      image.zero(path, from: start, count: 512)
      touch(path, start..<start + 512, "zeroed")
    case 3: misplace(path, offset / 512 * 512, segments, &dice)
    case 4:
      image.truncate(path, to: offset)
      // A record without its padding is not whole.
      touch(path, max(0, offset - 7)..<Int.max, "cut off")
    default:
      let count = 1 + dice.below(64)
      image.zero(path, from: offset, count: count)
      touch(path, offset..<offset + count, "zeroed")
    }
  }

  private mutating func misplace(
    _ path: String, _ offset: Int, _ segments: [String], _ dice: inout Dice
  ) {
    guard let source = dice.pick(segments) else { return }
    let from = dice.below(8) * 512
    image.misplace(source, from: from, count: 512, to: path, at: offset)
    touch(path, offset..<offset + 512, "overwritten with \(source) from \(from)")
  }

  private mutating func touch(_ path: String, _ bytes: Range<Int>, _ what: String) {
    blows.append("\(path) \(what) \(bytes)")
    for record in records[path] ?? [] where record.bytes.overlaps(bytes) {
      touched.insert(record.position)
    }
  }
}

extension Model {
  /// Removes the guarantees for damaged events.
  mutating func forget(_ places: Set<Position>) {
    for (position, number) in self.places where places.contains(position) {
      stored[number] = nil
      durable.remove(number)
      storedSomewhere.remove(number)
    }
    // Without a sync nothing else is durable: here only the damage has happened.
    durable.formUnion(promised)
    loosen()
  }
}
