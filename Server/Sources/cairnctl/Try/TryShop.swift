import Cairn
import Foundation

/// The sample shop's app, as a process that is killed and started again; and what it tracked.
@available(macOS 14, *)
final class TryShop: Sendable {
  private let folder: String
  private let endpoint: String
  private let process = Locked<TryProcess?>(nil)
  private let numbers = Locked(Set<Int>())

  init(folder: String, endpoint: String) {
    self.folder = folder
    self.endpoint = endpoint
  }

  /// The numbers of the events for which `track` has returned.
  var tracked: Set<Int> { numbers.withLock { $0 } }

  func start(rate: Double) throws {
    // An event whose number was not printed before a kill must not have the number of another one.
    let first = (tracked.max() ?? 0) + 1_000
    let process = try TryProcess(
      [
        "try-shop", "--folder", folder, "--endpoint", endpoint, "--first", "\(first)", "--rate",
        "\(rate)",
      ], isKilledByInput: false, log: "\(folder)/shop.log"
    ) { [self] line in
      if let number = Int(line) { numbers.withLock { _ = $0.insert(number) } }
    }
    self.process.withLock { $0 = process }
  }

  func kill() async { await take()?.kill(guarded: false) }

  /// Lets it deliver the rest and end.
  func finish() async { await take()?.finish() }

  private func take() -> TryProcess? {
    process.withLock { state in
      defer { state = nil }
      return state
    }
  }
}
