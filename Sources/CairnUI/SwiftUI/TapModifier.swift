#if canImport(SwiftUI)
import Cairn
import SwiftUI

/// Records a tap on its content, without consuming the tap.
struct TapModifier: ViewModifier {
  let name: String
  let properties: [String: Value]
  private var tracker = Tracker()

  init(name: String, properties: [String: Value]) {
    self.name = name
    self.properties = properties
  }

  func body(content: Content) -> some View {
    content.simultaneousGesture(TapGesture().onEnded { tracker.track(name, properties) })
  }
}
#endif
