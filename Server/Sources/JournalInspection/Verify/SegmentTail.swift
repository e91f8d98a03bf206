package import Cairn

/// The bytes after the last record of a file: an interrupted write, or damage.
///
/// When a process is killed during a write, the file ends before the record does. A record that has
/// the length in its header and fails its checks was changed later, or lost in a power failure
/// before it was synced.
package struct SegmentTail: Sendable {
  package let offset: Int
  package let length: Int
  package let isDamage: Bool
  package let text: String
  /// The number of the incomplete event, if its header is whole.
  package let index: UInt32?

  package init(_ file: OpenFile, _ offset: Int, _ length: Int, lane: LaneID, isSealed: Bool)
    throws(FileError)
  {
    self.offset = offset
    self.length = length
    let head = try file.read(RecordHeader.headerSize, at: offset)
    let frame = Self.frame(head, lane)
    let hasMarker = head.starts(
      with: withUnsafeBytes(of: RecordHeader.marker.littleEndian, Array.init))
    index = frame?.type == .event ? frame?.index : nil
    if isSealed {
      isDamage = true
      text = "there are \(length) bytes after the seal"
    } else if let frame, frame.total <= length {
      isDamage = true
      text = "the last record fails a check"
    } else if frame == nil, head.count == RecordHeader.headerSize,
      hasMarker || Self.isSeal(head, length)
    {
      isDamage = true
      text = "the header of the last record fails its check"
    } else {
      isDamage = false
      text = "\(length) bytes of an interrupted write; its event was not acknowledged"
    }
  }

  /// Decodes the header, even if the marker is damaged.
  private static func frame(_ head: [UInt8], _ lane: LaneID) -> RecordHeader? {
    let marker = withUnsafeBytes(of: RecordHeader.marker.littleEndian, Array.init)
    return (marker + head.dropFirst(4)).withUnsafeBytes { RecordHeader.readHeader($0, lane: lane) }
  }

  private static func isSeal(_ head: [UInt8], _ length: Int) -> Bool {
    length == Seal.recordSize && head[12] == RecordType.seal.rawValue
  }
}
