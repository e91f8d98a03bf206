/// An event's JSON as it will be stored: slices of the request, not copies of it.
///
/// A batch may say a large context once for thousands of events. Slices keep that from being
/// multiplied in memory: each body is put together only when its row is written.
struct EventBody: Sendable {
  private(set) var pieces: [ArraySlice<UInt8>]

  var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

  var text: String {
    if pieces.count == 1, let piece = pieces.first {
      return String(decoding: piece, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    for piece in pieces { bytes.append(contentsOf: piece) }
    return String(decoding: bytes, as: UTF8.self)
  }

  init(_ event: JSONSpan, _ members: [JSONMember], in batch: BatchBody) {
    let edits = batch.defaults.compactMap { Edit($0, event, members, batch.bytes) }
    pieces = []
    var position = event.range.lowerBound
    for edit in edits.sorted(by: { $0.replaced.lowerBound < $1.replaced.lowerBound }) {
      pieces.append(batch.bytes[position..<edit.replaced.lowerBound])
      pieces.append(contentsOf: edit.inserted)
      position = edit.replaced.upperBound
    }
    pieces.append(batch.bytes[position..<event.range.upperBound])
  }
}
