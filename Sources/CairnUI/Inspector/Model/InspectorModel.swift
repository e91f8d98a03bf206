import Cairn

/// The inspector's state on the main actor, and the actions of its buttons.
///
/// It is no `ObservableObject`: its state is one value, which the view stores. So the inspector
/// needs no Combine, and reads the SDK only while `run` runs.
@MainActor final class InspectorModel {
  private(set) var state = InspectorState() {
    didSet { show(state) }
  }
  private var show: (InspectorState) -> Void = { _ in }
  /// The number of calls of `run`.
  private var runs = 0
  private let source: InspectorSource

  nonisolated init(_ analytics: Analytics) { source = InspectorSource(analytics) }

  /// Reads immediately and then each second, until the task is cancelled; passes each new state to
  /// `show`.
  func run(_ show: @escaping (InspectorState) -> Void) async {
    runs += 1
    let number = runs
    self.show = show
    repeat { await refresh() } while await source.pause()
    // A view that was hidden for a moment may already run again.
    guard number == runs else { return }
    self.show = { _ in }
    await source.leave()
  }

  /// Reads now.
  func refresh() async {
    let snapshot = await source.read(watching: state.watched)
    // Two readings may end in any order.
    if snapshot.number >= state.snapshot.number { state.snapshot = snapshot }
  }

  /// Shows the status of an event from now on; nil for none.
  func watch(_ id: EventID?) async {
    state.watched = id
    if id != nil { await refresh() }
  }

  /// Delivers the pending events now.
  func flush() async {
    await act { await Self.text(of: self.source.analytics.flush()) }
  }

  /// Puts dead letters back into the journal for their destination, and delivers them.
  func replay(_ ids: Set<EventID>, of destination: String) async {
    await act { [source] in
      do {
        let count = try await source.change(ids, of: destination, .replay)
        await self.refresh()
        // A flush makes the destination read the events, which another lane of the journal has.
        let flushed = await source.analytics.flush()
        return "\(Self.events(count)) replayed; " + Self.text(of: flushed)
      } catch {
        return "Not replayed: \(error)"
      }
    }
  }

  /// Removes dead letters without delivery.
  func discard(_ ids: Set<EventID>, of destination: String) async {
    await act { [source] in
      do {
        let count = try await source.change(ids, of: destination, .discard)
        return "\(Self.events(count)) discarded"
      } catch {
        return "Not discarded: \(error)"
      }
    }
  }

  /// Performs one action at a time, and shows its result.
  private func act(_ action: () async -> String) async {
    guard !state.isBusy else { return }
    state.isBusy = true
    state.message = nil
    state.message = await action()
    await refresh()
    state.isBusy = false
  }

  private static func text(of result: FlushResult) -> String {
    let reasons = result.destinations.compactMap { row in
      row.problem.map { "\(row.name): \($0)" }
    }
    return (["\(result.delivered) delivered, \(result.pending) pending"] + reasons)
      .joined(separator: "; ")
  }

  private static func events(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }
}
