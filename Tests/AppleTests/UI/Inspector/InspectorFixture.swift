import Cairn
import CairnTesting
import CairnUI
import SwiftUI

/// An inspector on the screen, on an SDK whose destination refuses events with `Bad` in them.
@MainActor final class InspectorFixture {
  let testing = TestAnalytics()
  private(set) var screen: StubScene
  private let mended = Mended()

  private final class Mended: Sendable {
    private let state = Locked(false)
    var isDone: Bool { state.withLock { $0 } }
    func mend() { state.withLock { $0 = true } }
  }

  init() {
    screen = StubScene(Text(""))
    testing.destination.answerEach { [mended] event in
      event.text.contains("Bad") && !mended.isDone
        ? .refused(DeliveryRejection("no such event", status: 422, answer: "unknown name"))
        : .accepted
    }
  }

  /// Shows the inspector.
  func open() { screen = StubScene(AnalyticsInspector(self.testing.analytics)) }

  /// Makes the destination accept everything.
  func mend() { mended.mend() }

  /// Returns when an element whose text contains this one is on the screen.
  func shows(_ text: String) async -> Bool {
    await eventually {
      screen.update()
      return element(text) != nil
    }
  }

  /// Taps on the element whose text contains this one, as soon as it is there.
  func tap(_ text: String) async -> Bool {
    guard await shows(text), let element = element(text) else { return false }
    return screen.tap(element)
  }

  private func element(_ text: String) -> String? { screen.texts.first { $0.contains(text) } }

  /// Returns when the inspector has read and waits for its next reading.
  func untilRead() async {
    await testing.clock.waitForSleeper(forSeconds: 0.5...1)
    screen.update()
  }

  /// Lets a second pass, after which the inspector reads again.
  func nextReading() async {
    await untilRead()
    testing.clock.advance(bySeconds: 1)
    await untilRead()
  }
}
