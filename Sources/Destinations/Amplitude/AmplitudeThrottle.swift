import Cairn

/// Holds back events of throttled devices and users while other events are sent.
///
/// The state is in memory only: after a launch, Amplitude reports the limit again.
actor AmplitudeThrottle {
  /// The time until which an event is held back, in milliseconds since 1970.
  private var held: [EventID: Int64] = [:]
  /// The outcome for the next batch, which is then not sent, and the time of the response.
  private var said: (outcome: Outcome, at: Int64)?

  /// Sends the items that are not held back; if some are throttled, sends the others in a second
  /// request.
  ///
  /// The indices in the outcome are those of the items.
  func deliver(
    _ sealed: MappedBatch, _ batch: Batch, waitingSeconds: Int,
    _ send: @Sendable (MappedBatch) async -> AmplitudeAnswer
  ) async -> Outcome {
    let ids = sealed.items.map {
      batch.events.indices.contains($0.place) ? batch.events[$0.place].id : nil
    }
    let now = batch.milliseconds
    if let outcome = takeSaid(at: now) { return outcome }
    held = held.filter { $0.value > now }
    var delivery = AmplitudeDelivery(
      count: ids.count, held: ids.indices.filter { ids[$0].map { held[$0] != nil } ?? false })
    // The second request omits the items that were throttled in the first.
    for _ in 1...2 where !delivery.open.isEmpty {
      let open = delivery.open
      let answer = await send(sealed.only(open))
      for id in answer.throttled.compactMap({ ids[open[$0]] }) {
        held[id] = now + Int64(waitingSeconds) * 1_000
      }
      if let outcome = delivery.take(answer) { return outcome }
    }
    said = delivery.saidOfRest.map { ($0, now) }
    let soonest = ids.compactMap { $0.flatMap { held[$0] } }.min() ?? now
    return delivery.outcome(afterSeconds: Int((soonest - now + 999) / 1_000))
  }

  /// Returns and clears the stored outcome, if it is a wait that has not ended or a halt.
  ///
  /// It is returned only once, because the delivery then applies it.
  private func takeSaid(at now: Int64) -> Outcome? {
    defer { said = nil }
    guard let said else { return nil }
    switch said.outcome {
    case .later(let seconds?, let reason):
      let rest = min(seconds, seconds - Int((now - said.at) / 1_000))
      return rest > 0 ? .later(afterSeconds: rest, reason: reason) : nil
    case .halted: return said.outcome
    case .later, .split, .refused, .accepted, .partial: return nil
    }
  }
}
