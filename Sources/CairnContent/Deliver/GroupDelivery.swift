package import Cairn
import Foundation

/// Delivers a sealed batch of groups in one or more requests until each group is settled.
///
/// The batch stays sealed in the meantime. A request that is too large or refused is split between
/// groups, within this type; no new batch of events is made. The settled groups are kept in memory
/// only: after a crash, all groups are sent again with the same IDs.
package final class GroupDelivery: Sendable {
  private struct Progress {
    var key: UUID?
    var settled: Set<UUID> = []
    var refused: [UUID: DeliveryRejection] = [:]

    func isDone(_ group: SealedGroup) -> Bool {
      settled.contains(group.id) || refused[group.id] != nil
    }
  }

  /// The progress of the current batch; a destination delivers one batch at a time.
  private let progress = Locked(Progress())

  package init() {}

  /// Sends the groups that are not settled yet.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - groups: The groups of the batch.
  ///   - most: The largest number of groups in a request.
  ///   - requests: The groups of each request, if that was decided when the batch was sealed.
  ///   - send: Sends groups. The indices in the outcome refer to the groups that it receives.
  /// - Returns: The outcome of the batch.
  package func deliver(
    _ batch: Batch, _ groups: [SealedGroup], atMost most: Int = .max,
    in requests: [[SealedGroup]]? = nil, send: ([SealedGroup]) async -> Outcome
  ) async -> Outcome {
    begin(batch)
    var requests =
      requests?.map { $0.filter { !isDone($0) } }.filter { !$0.isEmpty }
      ?? Self.requests(groups.filter { !isDone($0) }, atMost: most)
    var isAsked = false
    while !requests.isEmpty {
      let request = requests.removeFirst()
      let outcome = await send(request)
      // The outcome of a cancelled request is not meaningful.
      if Task.isCancelled { return .later(afterSeconds: nil, reason: "cancelled") }
      switch outcome {
      case .later, .halted: return outcome
      case .split where request.count > 1, .refused where request.count > 1:
        requests.insert(contentsOf: Self.halves(request), at: 0)
      case .split: refuse(request, "too large for the destination")
      case .refused(let rejection): refuse(request, rejection)
      case .accepted: settle(request)
      case .partial(let refused, let again):
        isAsked = note(request, refused, Set(again)) || isAsked
      }
    }
    return isAsked
      ? .later(afterSeconds: nil, reason: "to be retried in part") : verdict(batch, groups)
  }

  /// Returns the groups of the batch if one request delivers it; nil when it needs several
  /// requests, or when a part of it is settled.
  ///
  /// Which groups are settled is known to this process only, and another one may get the response.
  package func only(
    _ batch: Batch, _ groups: [SealedGroup], atMost most: Int
  ) -> [SealedGroup]? {
    begin(batch)
    guard !groups.contains(where: isDone) else { return nil }
    let requests = Self.requests(groups, atMost: most)
    return requests.count == 1 ? requests[0] : nil
  }

  /// Returns the outcome of the batch after the outcome of a request that `only` returned.
  ///
  /// A request that must be divided is sent again, by the app.
  package func outcome(
    of outcome: Outcome, for request: [SealedGroup], _ batch: Batch, _ groups: [SealedGroup]
  ) -> Outcome {
    switch outcome {
    case .later, .halted: return outcome
    case .split where request.count > 1, .refused where request.count > 1:
      return .later(afterSeconds: nil, reason: "to be divided")
    case .split: refuse(request, "too large for the destination")
    case .refused(let rejection): refuse(request, rejection)
    case .accepted: settle(request)
    case .partial(let refused, let again):
      if note(request, refused, Set(again)) {
        return .later(afterSeconds: nil, reason: "to be retried in part")
      }
    }
    return verdict(batch, groups)
  }

  private func begin(_ batch: Batch) {
    progress.withLock { if $0.key != batch.key { $0 = Progress(key: batch.key) } }
  }

  private func isDone(_ group: SealedGroup) -> Bool { progress.withLock { $0.isDone(group) } }

  private func settle(_ groups: [SealedGroup]) {
    progress.withLock { $0.settled.formUnion(groups.map(\.id)) }
  }

  private func refuse(_ groups: [SealedGroup], _ rejection: DeliveryRejection) {
    progress.withLock { progress in
      for group in groups { progress.refused[group.id] = rejection }
    }
  }

  /// Records the result for each group of a request; returns whether any must be sent again.
  private func note(
    _ groups: [SealedGroup], _ refused: [Int: DeliveryRejection], _ again: Set<Int>
  ) -> Bool {
    var isAsked = false
    for (place, group) in groups.enumerated() {
      if let rejection = refused[place] {
        refuse([group], rejection)
      } else if again.contains(place) {
        isAsked = true
      } else {
        settle([group])
      }
    }
    return isAsked
  }

  /// Returns the outcome of the batch after all groups are settled.
  ///
  /// An event that is in no group is refused, because it could not be counted.
  private func verdict(_ batch: Batch, _ groups: [SealedGroup]) -> Outcome {
    let refused = progress.withLock { $0.refused }
    var dispositions: [EventID: DeliveryRejection?] = [:]
    for group in groups {
      for event in group.events { dispositions[event] = .some(refused[group.id]) }
    }
    var rejections: [Int: DeliveryRejection] = [:]
    for (place, event) in batch.events.enumerated() {
      switch dispositions[event.id] {
      case .some(.none): break
      case .some(.some(let rejection)): rejections[place] = rejection
      case .none: rejections[place] = "it is not a valid interaction"
      }
    }
    // Events whose records are gone have no index to report, but a batch with a refused group must
    // not count as fully delivered.
    let isWhole = dispositions.values.allSatisfy { $0 == nil }
    return rejections.isEmpty && isWhole
      ? .accepted : .partial(refused: rejections, again: [])
  }

  static func requests(_ groups: [SealedGroup], atMost most: Int) -> [[SealedGroup]] {
    var requests: [[SealedGroup]] = []
    for group in groups {
      if let last = requests.last, last.count < most, last[0].envelope == group.envelope {
        requests[requests.count - 1].append(group)
      } else {
        requests.append([group])
      }
    }
    return requests
  }

  private static func halves(_ groups: [SealedGroup]) -> [[SealedGroup]] {
    [Array(groups.prefix(groups.count / 2)), Array(groups.dropFirst(groups.count / 2))]
  }
}
