import Foundation

extension DemoResult {
  /// The result for programs: one line of JSON, always with the same members in the same order.
  ///
  /// Members outside a destination are the sums of all destinations, except `tracked`.
  var json: String {
    // All members are numbers, Booleans or known words, so nothing needs escaping.
    """
    {"tracked":\(acknowledged),"stored":\(sum(\.proof.stored)),"lost":\(sum(\.proof.lost.count)),\
    "storedTwice":\(sum(\.proof.storedTwice)),"duplicatesReceived":\(sum(\.duplicatesReceived)),\
    "kills":\(kills),"requests":\(proxy.requests),"requestsFailed":\(proxy.failed),\
    "seconds":\(String(format: "%.1f", seconds)),\
    "destinations":[\(destinations.map(\.json).joined(separator: ","))]}
    """
  }
}

extension DestinationResult {
  fileprivate var json: String {
    let faults = Fault.allCases.map { "\"\($0.rawValue)\":\(proxy.faults[$0] ?? 0)" }
    return """
      {"name":"\(name)","stored":\(proof.stored),"lost":\(proof.lost.count),\
      "storedTwice":\(proof.storedTwice),"outOfOrder":\(proof.outOfOrder),\
      "unacknowledged":\(proof.unacknowledged),"duplicatesReceived":\(duplicatesReceived),\
      "accepted":\(ledger.accepted),"delivered":\(ledger.delivered),"balances":\(ledger.balances),\
      "requests":\(proxy.requests),"requestsFailed":\(proxy.failed),\
      "redirectsFollowed":\(proxy.strays),"faults":{\(faults.joined(separator: ","))}}
      """
  }
}
