/// The result of one variant.
struct FleetResult: Equatable, Sendable {
  let variant: FleetVariant
  let ledger: FleetLedger
  let traffic: FleetTraffic
}
