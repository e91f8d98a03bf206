import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// Calls that change nothing do not wait for the disk.
@Suite struct ReadingTests {
  let held = HeldCalls()

  private func launch() -> Experiments {
    var configuration = Configuration.quiet.testing(clock: ManualClock())
    configuration.seams.files = held.files(TestStorage().files)
    let document = ShopDocument(cart: ["c1": 100]).bytes
    return Experiments(
      Analytics(configuration), ExperimentsConfiguration(document: document))
  }

  @Test("an earlier decision that was reported does not wait for disk calls of other threads")
  func decisions() async {
    let experiments = launch()
    let visitor = experiments.context(visitorID: "u1", attributes: ["plan": "pro"])
    let variations = visitor.runExperiences()
    visitor.trackConversion("purchase")
    let calls = held.holdEach { number in
      let other = experiments.context(visitorID: "other \(number)")
      other.runExperience("cart-test")
      other.trackConversion("purchase")
      other.setDefaultSegments([.country: "PT"])
      experiments.visitors.forget("other \(number)")
    } while: { _ in
      #expect(visitor.runExperience("cart-test") == variations.first)
      #expect(visitor.runExperiences() == variations)
      #expect(visitor.runFeature("cart-layout").status == .disabled)
      #expect(visitor.decide("here-test").reason == .locationMismatch)
      #expect(visitor.trackConversion("purchase").outcome == .alreadyReported)
      #expect(visitor.trackConversion("purchase", data: [.amount: 1]).outcome == .alreadyReported)
    }
    #expect(variations.count == 2)
    #expect(calls ?? 0 > 8)
    await experiments.analytics.close()
  }

  @Test("an earlier decision that was reported does not wait for a pending store of the identity")
  func identity() async {
    let experiments = launch()
    let visitor = experiments.context()
    let variation = visitor.runExperience("cart-test")
    let calls = held.holdEach { number in
      experiments.analytics.identify("user \(number)")
    } while: { _ in
      #expect(visitor.runExperience("cart-test") == variation)
    }
    #expect(variation?.id == "c1")
    #expect(calls ?? 0 > 1)
    await experiments.analytics.close()
  }
}
