package import Cairn
import Foundation

/// Delivers a sealed batch of groups, in as many requests as it takes, until each group is settled.
///
/// The batch stays as it was sealed for all that time: what is too much at once, or refused, is divided between groups
/// and here, not by making other batches of the events. It remembers which groups are settled; after a crash all of them
/// are sent again, under the same names.
package final class GroupDelivery: Sendable {
  private struct Progress {
    var key: UUID?
    var settled: Set<UUID> = []
    var refused: [UUID: Rejection] = [:]

    func isDone(_ group: SealedGroup) -> Bool {
      settled.contains(group.id) || refused[group.id] != nil
    }
  }

  /// A destination has one batch at a time.
  private let progress = Locked(Progress())

  package init() {}

  /// Sends what is not settled yet, at most `most` groups in a request; the places in what `send` returns are those of
  /// the groups that it is given.
  ///
  /// `requests`: the groups of each request, where that was decided when the batch was sealed.
  package func deliver(
    _ batch: Batch, _ groups: [SealedGroup], atMost most: Int = .max,
    in requests: [[SealedGroup]]? = nil, send: ([SealedGroup]) async -> Outcome
  ) async -> Outcome {
    progress.withLock { if $0.key != batch.key { $0 = Progress(key: batch.key) } }
    var requests =
      requests?.map { $0.filter { !isDone($0) } }.filter { !$0.isEmpty }
      ?? Self.requests(groups.filter { !isDone($0) }, atMost: most)
    var isAsked = false
    while !requests.isEmpty {
      let request = requests.removeFirst()
      let outcome = await send(request)
      // A request that was cut off says nothing.
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
      ? .later(afterSeconds: nil, reason: "asked for again in part") : verdict(batch, groups)
  }

  private func isDone(_ group: SealedGroup) -> Bool { progress.withLock { $0.isDone(group) } }

  private func settle(_ groups: [SealedGroup]) {
    progress.withLock { $0.settled.formUnion(groups.map(\.id)) }
  }

  private func refuse(_ groups: [SealedGroup], _ rejection: Rejection) {
    progress.withLock { progress in
      for group in groups { progress.refused[group.id] = rejection }
    }
  }

  /// Whether some are to be sent again.
  private func note(
    _ groups: [SealedGroup], _ refused: [Int: Rejection], _ again: Set<Int>
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

  /// All is settled: what that means for the events.
  ///
  /// An event in no group was none that could be counted.
  private func verdict(_ batch: Batch, _ groups: [SealedGroup]) -> Outcome {
    let refused = progress.withLock { $0.refused }
    var fates: [EventID: Rejection?] = [:]
    for group in groups {
      for event in group.events { fates[event] = .some(refused[group.id]) }
    }
    var rejections: [Int: Rejection] = [:]
    for (place, event) in batch.events.enumerated() {
      switch fates[event.id] {
      case .some(.none): break
      case .some(.some(let rejection)): rejections[place] = rejection
      case .none: rejections[place] = "it is no interaction that can be counted"
      }
    }
    // Of those whose records are gone there is no place to name: but they do not count as delivered.
    let isWhole = fates.values.allSatisfy { $0 == nil }
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
