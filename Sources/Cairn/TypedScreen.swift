/// A typed event that says that somebody saw a screen; its name is the screen's.
public protocol TypedScreen: TypedEvent {}

extension TypedScreen {
  /// `screen`.
  public static var kind: EventKind { .screen }
}
