/// A variant's result for programs.
struct VariantReport: Encodable {
  var variant: FleetVariant
  var peak, peakBefore, peakWhileDown: Int
  var normal: Double
  var steady, ratio, caughtUpSeconds, finishedSeconds: Double?
  var requests, accepted, refused, unreachable: Int
  var backlog, tracked, delivered, pending, lost, duplicates: Int

  init(_ result: FleetResult) {
    let traffic = result.traffic
    variant = result.variant
    peak = traffic.peak
    peakBefore = traffic.peakBefore
    peakWhileDown = traffic.peakWhileDown
    normal = traffic.normal
    steady = traffic.steady
    ratio = traffic.ratio
    caughtUpSeconds = traffic.caughtUp.map { Double($0) / 1_000 }
    finishedSeconds = traffic.finished.map { Double($0) / 1_000 }
    requests = traffic.requests
    accepted = traffic.accepted
    refused = traffic.refused
    unreachable = traffic.unreachable
    backlog = traffic.backlog
    tracked = result.ledger.tracked
    delivered = result.ledger.delivered
    pending = result.ledger.pending
    lost = result.ledger.lost
    duplicates = result.ledger.duplicates
  }
}
