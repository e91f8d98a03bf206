import CairnTesting

/// A possible end of the history: the contents of the disk, the next call, the known state.
struct Instant: Sendable {
  var image: DiskImage
  /// The next call; nil at the end of the scenario.
  var call: DiskCall?
  var model: Model

  /// Returns the disk if the program dies now, or in the middle of a write, after a number of its
  /// bytes.
  func killed(torn count: Int = 0) -> DiskImage {
    guard count > 0, let call, call.kind == .write else { return image }
    var image = image
    image.tear(call, at: count)
    return image
  }

  /// The lengths at which the current write may be cut: the ends, and the bytes around each edge.
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
