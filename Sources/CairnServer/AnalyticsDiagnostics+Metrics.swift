#if Server
public import Cairn
public import CoreMetrics

extension AnalyticsDiagnostics {
  /// Publishes the SDK's diagnostics to swift-metrics until the `Analytics` is closed or the task
  /// is cancelled.
  ///
  /// The names are listed in the article Metrics. Counters begin when the `Analytics` is created,
  /// and include the time before this call; the last update is published when it is closed. Call
  /// this method once for each `Analytics`: a second publisher to the same factory counts
  /// everything again. `CairnService` calls it for you.
  ///
  /// - Parameters:
  ///   - interval: The interval between two updates.
  ///   - factory: The factory of the metrics; by default the one that the process was bootstrapped
  ///     with.
  public func publishMetrics(
    every interval: Duration = .seconds(10), to factory: any MetricsFactory = MetricsSystem.factory
  ) async {
    var publisher = MetricsPublisher(factory)
    for await snapshot in updates(every: interval) { publisher.publish(snapshot) }
  }
}
#endif
