import Cairn

/// The decoded response to a request, with the outcome for its records.
struct MixpanelAnswer {
  let outcome: Outcome

  init(_ answer: HTTPExchange.Answer, to records: Int, hidingSecrets: (String) -> String) {
    outcome = answer.response.flatMap { Self.outcome($0, records, hidingSecrets) } ?? answer.outcome
  }

  /// Returns the outcome from the body; nil if the status determines it.
  private static func outcome(
    _ response: HTTPResponse, _ records: Int, _ hidingSecrets: (String) -> String
  ) -> Outcome? {
    let body = Value(json: response.body)
    switch response.status {
    case 200...299 where body == .int(0) || body?["status"] == .int(0):
      let error = body?["error"]?.stringValue ?? "none of the records is valid"
      return .refused(DeliveryRejection(hidingSecrets(error), status: response.status))
    case 400:
      let failed = refused(body?["failed_records"]?.arrayValue ?? [], hidingSecrets)
        .filter { (0..<records).contains($0.key) }
      return failed.isEmpty ? nil : .partial(refused: failed, again: [])
    default: return nil
    }
  }

  /// Returns the refusals of the failed records; the other records were accepted.
  private static func refused(
    _ failed: [Value], _ hidingSecrets: (String) -> String
  ) -> [Int: DeliveryRejection] {
    var refused: [Int: DeliveryRejection] = [:]
    for record in failed {
      guard let index = record["index"]?.intValue else { continue }
      let words = [record["field"]?.stringValue, record["message"]?.stringValue]
      let reason = words.compactMap(\.self).joined(separator: ": ")
      refused[index] = DeliveryRejection(hidingSecrets(reason), status: 400)
    }
    return refused
  }
}
