/// The network connection of a device, as an app reports it.
public enum NetworkStatus: Hashable, Sendable {
  /// There is no connection.
  case unavailable
  /// The connection is Wi-Fi.
  case wifi
  /// The connection is a mobile network.
  case cellular
  /// The connection is a cable.
  case wired
  /// There is a connection of another or of an unknown kind.
  case other
}
