#if canImport(SwiftUI)
import Cairn
import CairnContent
import SwiftUI

/// Records a tap on its content as a click, without consuming the tap.
struct ContentTapModifier: ViewModifier {
  let subject: ContentSubject
  let location: String?
  let extras: [String: Value]?
  private var tracker = ContentTracker()

  init(_ subject: ContentSubject, _ location: String?, _ extras: [String: Value]?) {
    self.subject = subject
    self.location = location
    self.extras = extras
  }

  func body(content: Content) -> some View {
    content.simultaneousGesture(
      TapGesture().onEnded { tracker.click(subject, location, extras) })
  }
}
#endif
