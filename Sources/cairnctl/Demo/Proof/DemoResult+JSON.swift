import Foundation

extension DemoResult {
  /// The result for programs: one line of JSON, always with the same members in the same order.
  var json: String {
    // All members are numbers, so nothing needs escaping.
    """
    {"tracked":\(proof.acknowledged),"stored":\(proof.stored),"lost":\(proof.lost.count),\
    "storedTwice":\(proof.storedTwice),"duplicatesReceived":\(duplicatesReceived),\
    "kills":\(kills),"requests":\(proxy.requests),"requestsFailed":\(proxy.failed),\
    "seconds":\(String(format: "%.1f", seconds))}
    """
  }
}
