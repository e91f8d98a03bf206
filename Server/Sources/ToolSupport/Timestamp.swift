package import Cairn

/// A time as text.
package enum Timestamp {
  package static func text(_ time: WallTime) -> String {
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(time)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
