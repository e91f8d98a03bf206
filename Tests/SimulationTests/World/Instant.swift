import CairnTesting

/// A point at which everything could end: what was on the disk, what was about to be done to it, what was known.
struct Instant: Sendable {
  var image: DiskImage
  /// Nil at the end of the scenario.
  var call: DiskCall?
  var model: Model

  /// The disk if the program dies now; in the middle of a write, behind so many of its bytes.
  func killed(torn count: Int = 0) -> DiskImage {
    guard count > 0, let call, call.kind == .write else { return image }
    var image = image
    image.tear(call, at: count)
    return image
  }

  /// How much of the write under way may have happened: the ends, and what lies around each edge of what it writes.
  var tornLengths: [Int] {
    guard let call, call.kind == .write else { return [] }
    let all = call.bytes.count
    let places = [
      1, 4, 8, 24, 31, 32, 33, 40, 48, 79, 80, 100, 300, 512, all / 2, all - 8, all - 1, all,
    ]
    return Set(places.filter { $0 > 0 && $0 <= all }).sorted()
  }
}

extension Instant: CustomStringConvertible {
  var description: String { call?.description ?? "the end" }
}
