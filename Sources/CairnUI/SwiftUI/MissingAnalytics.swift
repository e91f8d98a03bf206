#if canImport(SwiftUI)
package import Cairn

/// Says once that a view had something to record and found no `Analytics` in its environment.
///
/// There is no instance whose log or ledger could tell, and a trap would end previews, so it goes to standard error.
package final class MissingAnalytics: Sendable {
  private let say: @Sendable (Diagnostic) -> Void
  private let hasSaid = Locked(false)

  package init(
    say: @escaping @Sendable (Diagnostic) -> Void = { StandardError.write($0, from: .warning) }
  ) {
    self.say = say
  }

  func report(_ name: String) {
    let isFirst = hasSaid.withLock { hasSaid in
      defer { hasSaid = true }
      return !hasSaid
    }
    guard isFirst else { return }
    say(
      Diagnostic(
        .warning, "ui.noAnalytics",
        "\"\(name)\" was not recorded: no analytics in the environment of the view that tracks it; "
          + "add .analytics(_:) to the root view, and to whatever does not inherit its environment. "
          + "This is said once, of the first such event"))
  }
}
#endif
