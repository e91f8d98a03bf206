/// A typed event for a screen that the user saw; its name is the screen's.
public protocol TypedScreen: TypedEvent {}

extension TypedScreen {
  /// The kind `screen`.
  public static var kind: EventKind { .screen }
}
