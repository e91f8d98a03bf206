#if Server
public import Cairn
public import CoreMetrics

extension AnalyticsDiagnostics {
  /// Publishes to swift-metrics what the SDK knows of itself, until the `Analytics` is closed or the task is cancelled.
  ///
  /// The names are listed in the article Metrics. Counters say what was counted since this `Analytics` was made, also
  /// what was before this call; a last update comes when it is closed. Call it once for each `Analytics`: a second
  /// publisher to the same factory counts everything again. `CairnService` calls it for you.
  ///
  /// - Parameters:
  ///   - interval: From one update to the next.
  ///   - factory: Where metrics are made; by default the one that the process was bootstrapped with.
  public func publishMetrics(
    every interval: Duration = .seconds(10), to factory: any MetricsFactory = MetricsSystem.factory
  ) async {
    var publisher = MetricsPublisher(factory)
    for await snapshot in updates(every: interval) { publisher.publish(snapshot) }
  }
}
#endif
