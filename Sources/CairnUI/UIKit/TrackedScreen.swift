#if canImport(UIKit) && !os(watchOS)
import Cairn

/// What is recorded when a view controller appears, and with what.
struct TrackedScreen {
  var name: String
  var properties: [String: Value]
  var analytics: Analytics
}
#endif
