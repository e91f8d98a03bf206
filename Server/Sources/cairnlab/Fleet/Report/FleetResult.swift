/// What became of a fleet.
struct FleetResult: Equatable, Sendable {
  let variant: FleetVariant
  let ledger: FleetLedger
  let traffic: FleetTraffic
}
