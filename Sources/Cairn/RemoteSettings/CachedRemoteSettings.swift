/// Remote settings as they were fetched, in the form in which they are stored across launches.
struct CachedRemoteSettings: Equatable, Sendable {
  static let longestTag = 512
  static let magic: UInt64 = 0x0031_5453_524A_5645
  static let slotSize = 36_864

  /// The response's body.
  var body: [UInt8]
  /// The value of the next `If-None-Match` header; nil when the server sent no entity tag.
  var tag: String?
  var age: RemoteAge

  init(body: [UInt8], tag: String?, age: RemoteAge) {
    self.body = body
    self.tag = tag.flatMap { $0.utf8.count <= Self.longestTag ? $0 : nil }
    self.age = age
  }

  /// Returns nil for bytes that are incomplete, or came from another address.
  init?(_ bytes: [UInt8], from address: UInt64) {
    let header = 44
    let read = bytes.withUnsafeBytes { bytes -> (RemoteAge, Int)? in
      guard bytes.count >= header, bytes.littleEndian(UInt64.self, at: 0) == address else {
        return nil
      }
      let tag = Int(bytes.littleEndian(UInt32.self, at: 40))
      guard tag <= bytes.count - header else { return nil }
      let moment = Moment(
        wall: WallTime(milliseconds: bytes.littleEndian(Int64.self, at: 16)),
        continuous: MonotonicTime(milliseconds: bytes.littleEndian(Int64.self, at: 24)))
      let spent = Milliseconds(bytes.littleEndian(Int64.self, at: 8))
      let boot = bytes.littleEndian(UInt64.self, at: 32)
      return (RemoteAge(spent: spent, moment: moment, boot: boot), tag)
    }
    guard let (age, length) = read else { return nil }
    let tag = String(decoding: bytes[header..<header + length], as: UTF8.self)
    self.init(
      body: Array(bytes[(header + length)...]), tag: tag.isEmpty ? nil : tag, age: age)
  }

  func encoded(from address: UInt64) -> [UInt8] {
    let tag = Array((tag ?? "").utf8)
    var buffer = OutputBuffer(capacity: body.count + tag.count + 44)
    buffer.append(littleEndian: address)
    buffer.append(littleEndian: age.spent.count)
    buffer.append(littleEndian: age.moment.wall.milliseconds)
    buffer.append(littleEndian: age.moment.continuous.milliseconds)
    buffer.append(littleEndian: age.boot)
    buffer.append(littleEndian: UInt32(tag.count))
    buffer.append(tag)
    buffer.append(body)
    return Array(buffer.bytes)
  }
}
