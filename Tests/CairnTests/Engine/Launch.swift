import Cairn
import CairnTesting

/// Starts the SDK in memory, and returns when delivery has begun and has handled earlier data.
///
/// Without it a test could not distinguish a delivery at the start from its own.
func launch(
  _ configuration: Configuration, _ clock: ManualClock, _ storage: TestStorage = TestStorage()
) async -> Analytics {
  var configuration = configuration
  configuration.syncPolicy = .never
  let analytics = Analytics(configuration.testing(clock: clock, storage: storage))
  await analytics.flush()
  return analytics
}
