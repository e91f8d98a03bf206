import Cairn

/// Encodes the body of a request: an `ExportLogsServiceRequest` with one resource and one scope.
enum OTLPRequest {
  static func body(_ sealed: SealedItems) -> [UInt8] {
    var body = Array(#"{"resourceLogs":[{"resource":"#.utf8)
    body += (sealed.envelope?["resource"] ?? [:]).json
    body += #","scopeLogs":[{"scope":"#.utf8
    body += (sealed.envelope?["scope"] ?? [:]).json
    body += #","logRecords":"#.utf8
    body += sealed.json
    body += "}]}]}".utf8
    return body
  }
}
