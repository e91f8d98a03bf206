#if !canImport(UIKit) || os(watchOS) || os(visionOS)
extension Screen {
  /// Nobody is asked: there is no screen, or not one.
  package static func read(_ found: @escaping @Sendable (Screen) -> Void) {}
}
#endif
