/// How a device is connected, as far as it says.
package enum NetworkKind: String, Sendable {
  case wifi
  case cellular
  case wired
  case other
}
