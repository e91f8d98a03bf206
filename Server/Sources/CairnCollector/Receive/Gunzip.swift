import CZlib

/// Decompresses gzip (RFC 1952), one or several members, and stops at the limit.
struct Gunzip {
  let limits: CollectorConfiguration
  let lease: ByteBudget.Lease

  func unpack(_ packed: [UInt8]) throws(Refusal) -> [UInt8] {
    guard let stream = InflateStream() else { throw .saturated }
    return try unpack(packed, with: stream)
  }

  private func unpack(_ packed: [UInt8], with stream: InflateStream) throws(Refusal) -> [UInt8] {
    var unpacked: [UInt8] = []
    var position = 0
    while true {
      let step = stream.step(packed[position...])
      position += step.consumed
      try lease.take(step.output.count)
      unpacked.append(contentsOf: step.output)
      guard unpacked.count <= limits.maxDecompressedBytes else {
        throw .tooLarge("the body is too large after decompression", limits)
      }
      switch step.code {
      case Z_OK: continue
      case Z_STREAM_END where position == packed.count: return unpacked
      case Z_STREAM_END: stream.beginNextMember()
      case Z_BUF_ERROR: throw .badRequest("badGzip", "the gzip body is truncated")
      default: throw .badRequest("badGzip", "the body is not valid gzip from byte \(position) on")
      }
    }
  }

  /// Returns the first decompressed bytes; fewer if the data is truncated or damaged, which is
  /// detected later.
  static func prefix(of packed: [UInt8], atMost most: Int) -> [UInt8] {
    guard let stream = InflateStream() else { return [] }
    var unpacked: [UInt8] = []
    var position = 0
    while unpacked.count < most {
      let step = stream.step(packed[position...])
      position += step.consumed
      unpacked += step.output.prefix(most - unpacked.count)
      switch step.code {
      case Z_OK: continue
      case Z_STREAM_END where position < packed.count: stream.beginNextMember()
      default: return unpacked
      }
    }
    return unpacked
  }
}
