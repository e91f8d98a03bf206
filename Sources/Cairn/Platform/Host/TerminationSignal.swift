#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A signal that terminates a process.
public struct TerminationSignal: Hashable, Sendable {
  /// `SIGTERM`: sent by service managers, container runtimes and `kill`.
  public static let terminate = TerminationSignal(number: SIGTERM)
  /// `SIGINT`: sent by Ctrl-C in a terminal.
  public static let interrupt = TerminationSignal(number: SIGINT)
  /// `SIGHUP`: sent by a terminal when it is closed.
  public static let hangUp = TerminationSignal(number: SIGHUP)

  package let number: Int32

  /// The signal's name, as in a manual.
  package var name: String {
    switch number {
    case SIGTERM: "SIGTERM"
    case SIGINT: "SIGINT"
    default: "SIGHUP"
    }
  }
}
