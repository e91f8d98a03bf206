#if !canImport(UIKit) || os(watchOS) || os(visionOS)
extension Screen {
  /// Does nothing: there is no screen, or more than one.
  package static func read(_ found: @escaping @Sendable (Screen) -> Void) {}
}
#endif
