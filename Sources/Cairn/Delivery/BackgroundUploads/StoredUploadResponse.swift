/// The response to a background upload, as it is stored on disk until it is settled.
///
/// Documentation/JournalFormat.md, section 9.
package struct StoredUploadResponse: Sendable {
  /// The maximum length of a response body, in bytes; a longer response counts as none.
  package static let longestBody = 4 << 20
  package static let maximumBytes = longestBody + (64 << 10)
  /// The magic number `EVJANS1\0`.
  private static let magic: UInt64 = 0x0031_534E_414A_5645
  private static let headerSize = 40
  private static let seed: UInt64 = 0xA5
  /// The headers that are stored, because they are needed to interpret a status.
  private static let headers = ["retry-after", "content-type"]

  package let answer: UploadAnswer
  /// The time at which the response was received.
  package let receivedAt: WallTime

  package init(_ answer: UploadAnswer, at time: WallTime) {
    self.answer = Self.wanted(answer)
    receivedAt = time
  }

  private static func wanted(_ answer: UploadAnswer) -> UploadAnswer {
    guard case .response(let response) = answer else { return answer }
    guard response.body.count <= longestBody else { return .none(reason: "the answer is too long") }
    let kept = response.headers.filter { headers.contains($0.key) && $0.value.utf8.count < 1_024 }
    return .response(HTTPResponse(status: response.status, headers: kept, body: response.body))
  }

  package func encoded() -> [UInt8] {
    var text = ""
    var body: [UInt8] = []
    var status: Int64 = -1
    switch answer {
    case .none(let reason): text = String(reason.prefix(1_024))
    case .response(let response):
      status = Int64(response.status)
      body = response.body
      text = response.headers.sortedByKey().map { "\($0.key):\($0.value)\n" }.joined()
    }
    var buffer = OutputBuffer(capacity: Self.headerSize + text.utf8.count + body.count)
    buffer.append(littleEndian: Self.magic)
    buffer.append(littleEndian: UInt64(0))
    buffer.append(littleEndian: receivedAt.milliseconds)
    buffer.append(littleEndian: status)
    buffer.append(littleEndian: UInt32(text.utf8.count))
    buffer.append(littleEndian: UInt32(body.count))
    buffer.append(Array(text.utf8))
    buffer.append(body)
    let check = XXH64.hash(buffer.bytes.slice(16, buffer.count - 16), seed: Self.seed)
    buffer.store(check, at: 8)
    return Array(buffer.bytes)
  }

  /// Decodes a stored response; nil unless it is whole.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headerSize, bytes.littleEndian(UInt64.self, at: 0) == Self.magic,
      bytes.littleEndian(UInt64.self, at: 8)
        == XXH64.hash(bytes.slice(16, bytes.count - 16), seed: Self.seed)
    else { return nil }
    let length = Int(bytes.littleEndian(UInt32.self, at: 32))
    let rest = bytes.slice(Self.headerSize, bytes.count - Self.headerSize)
    guard rest.count == length + Int(bytes.littleEndian(UInt32.self, at: 36)) else { return nil }
    let text = String(decoding: rest.slice(0, length), as: UTF8.self)
    receivedAt = WallTime(milliseconds: bytes.littleEndian(Int64.self, at: 16))
    let status = bytes.littleEndian(Int64.self, at: 24)
    guard status >= 0 else {
      answer = .none(reason: text)
      return
    }
    answer = .response(
      HTTPResponse(
        status: Int(status), headers: Self.headers(text),
        body: Array(rest.slice(length, rest.count - length))))
  }

  private static func headers(_ text: String) -> [String: String] {
    let lines = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
    let pairs = lines.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
