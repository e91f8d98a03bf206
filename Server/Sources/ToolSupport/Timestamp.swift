import Cairn

/// Milliseconds since 1970 as text.
package enum Timestamp {
  package static func text(_ milliseconds: Int64) -> String {
    var buffer = OutputBuffer(capacity: 32)
    buffer.appendTimestamp(milliseconds: milliseconds)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
