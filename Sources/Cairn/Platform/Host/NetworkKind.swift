/// The kind of a device's network connection.
package enum NetworkKind: String, Sendable {
  case wifi
  case cellular
  case wired
  case other
}
