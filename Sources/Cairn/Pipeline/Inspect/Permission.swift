/// Whether a destination may be delivered to.
package enum Permission: Equatable, Sendable {
  case granted
  /// Its events wait, for this reason.
  case withheld(String)
  /// Nobody can say now, for this reason: its events wait, and it is asked again.
  case unknown(String)
  /// It never gets the events that wait for it now.
  case denied
}
