import Cairn

/// One destination of a device: the SDK's decisions, with counters instead of files.
struct SimulatedWorker: Sendable {
  let device: Int
  var machine: DeliveryMachine
  /// The number of events that the collector has acknowledged.
  var settled = 0
  /// The number of events of the sealed batch; 0 for none.
  var sealed = 0
  /// The number of the sealed batch, which represents its key.
  var batch = 0
  var alarm: Int64?
  var threshold: Int64?
  /// The number of the valid entry of the agenda, which distinguishes it from outdated ones.
  var appointment: UInt32 = 0

  init(device: Int, jitter: RetryPolicy.Jitter) {
    self.device = device
    // The SDK's defaults, except the jitter.
    var schedule = DeliverySchedule()
    schedule.retry.jitter = jitter
    machine = DeliveryMachine(
      flushAt: schedule.flushAt, flushInterval: Milliseconds(seconds: schedule.flushInterval),
      retry: schedule.retry)
  }

  var next: Int64? {
    guard let alarm, let threshold else { return alarm ?? threshold }
    return min(alarm, threshold)
  }
}
