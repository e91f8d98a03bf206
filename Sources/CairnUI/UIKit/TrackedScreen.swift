#if canImport(UIKit) && !os(watchOS)
import Cairn

/// The screen event of a view controller, and the instance that records it.
struct TrackedScreen {
  var name: String
  var properties: [String: Value]
  var analytics: Analytics
}
#endif
