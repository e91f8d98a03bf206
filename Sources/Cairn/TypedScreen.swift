/// A typed event that says that somebody saw a screen; its name is the screen's.
public protocol TypedScreen: TypedEvent {}
