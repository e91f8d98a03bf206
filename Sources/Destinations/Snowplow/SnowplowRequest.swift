import Cairn

/// Encodes the body of a request.
enum SnowplowRequest {
  static let schema = "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4"

  /// Returns the body.
  ///
  /// The time of sending is added to each payload, which is otherwise as it was sealed.
  static func body(_ items: [MappedBatch.Item], at milliseconds: Int64) -> [UInt8] {
    let sentAt = #","stm":"\#(milliseconds)"}"#.utf8
    var body = Array(#"{"schema":"\#(schema)","data":["#.utf8)
    body.reserveCapacity(items.reduce(body.count) { $0 + $1.json.count + 32 })
    for (number, item) in items.enumerated() {
      if number > 0 { body.append(UInt8(ascii: ",")) }
      body += item.json.dropLast()
      body += sentAt
    }
    body += "]}".utf8
    return body
  }
}
