#if canImport(SwiftUI)
package import Cairn

/// Reports that a view had something to record and found no `Analytics` in its environment.
///
/// It reports once for `Analytics` and once for `ContentAnalytics`. There is no instance whose log
/// or ledger could be used, and a trap would end previews, so the report is written to the
/// platform's log.
package final class MissingAnalytics: Sendable {
  private let say: @Sendable (Diagnostic) -> Void
  private let said = Locked<Set<String>>([])

  package init(
    say: @escaping @Sendable (Diagnostic) -> Void = { SystemLog.write($0, from: .warning) }
  ) {
    self.say = say
  }

  /// Reports what is missing, and the modifier that provides it.
  func report(
    _ name: String, _ what: String = "analytics", _ modifier: String = ".analytics(_:)"
  ) {
    guard said.withLock({ $0.insert(modifier).inserted }) else { return }
    say(
      Diagnostic(
        .warning, "ui.noAnalytics",
        "\"\(name)\" was not recorded: no \(what) in the environment of the view that tracks it; "
          + "add \(modifier) to the root view, and to every view that does not inherit its "
          + "environment. This is logged once, for the first such event"))
  }
}
#endif
