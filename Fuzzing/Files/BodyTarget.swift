@testable import Cairn

/// A sealed body on the disk, and the text from which it is made.
enum BodyTarget: FuzzTarget {
  static func run(_ input: [UInt8]) {
    let length = input.number(UInt32.self, at: 0)
    let body = Array(input.dropFirst(4))
    checkStore(body, length)
    checkForeign(body)
    checkText(body)
  }

  /// Reading returns the sealed body or none, whatever length the cursor has.
  private static func checkStore(_ body: [UInt8], _ length: UInt32) {
    let key = BatchKey(high: 1, low: 2)
    let store = BodyStore(directory: "", files: FuzzFiles(["/\(key).body": [0: body]]))
    let sealed = Array(body.prefix(Int(length)))
    var batch = SealedBatch(
      key: key, bodyHash: BodyStore.hash(sealed), bodyLength: length, sealedAt: 0, ranges: [])
    do {
      let read = try store.read(batch)
      precondition(read == nil || read == sealed, "the body that was sealed")
      precondition(read != nil || sealed.count < Int(length), "a whole body is found")
      batch.bodyHash &+= 1
      let other = try store.read(batch)
      precondition(other == nil, "another body is none")
    } catch {
      fatalError("a disk without faults: \(error)")
    }
  }

  /// Any content is completed, or refused.
  private static func checkForeign(_ body: [UInt8]) {
    let suffix = Array(#","sentAt":"now"}"#.utf8)
    guard let member = Gzip.complete(body, with: suffix) else { return }
    precondition(member.starts(with: body.dropLast(8)), "what was sealed is sent as it is")
    precondition(member.count == body.count + 5 + suffix.count, "and no more than the suffix")
  }

  /// Every text is read back.
  private static func checkText(_ text: [UInt8]) {
    guard let opened = text.withUnsafeBytes({ Gzip.open($0) }),
      let member = Gzip.complete(opened, with: [0x7D])
    else { fatalError("a text is not compressed") }
    precondition(Zlib.gunzip(member, room: text.count + 1) == text + [0x7D], "the text comes back")
  }

  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice) {
    if input.count < 4 { input += [0, 0, 0, 0] }
    if !dice.once(in: 4) { input.set(UInt32(max(0, input.count - 4 - dice.next(below: 2))), at: 0) }
    if dice.once(in: 2) {
      for (place, byte) in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF].enumerated() {
        input.set(UInt8(byte), at: 4 + place)
      }
    }
  }
}
