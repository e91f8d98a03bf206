/// A product that prepares the configuration of an engine before it opens, on the thread that opens
/// it.
package protocol OpeningHook: Sendable {
  /// Changes the configuration before the engine is opened.
  func prepare(_ configuration: inout Configuration)
  /// Handles that an engine is open.
  ///
  /// It is called on the thread that opens the engine, so it must not wait.
  func opened(_ engine: any Sendable)
}
