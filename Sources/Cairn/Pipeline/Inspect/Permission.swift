/// Whether a destination may be delivered to.
package enum Permission: Equatable, Sendable {
  case granted
  /// Its events wait, for this reason.
  case withheld(String)
  /// It never gets the events that wait for it now.
  case denied
}
