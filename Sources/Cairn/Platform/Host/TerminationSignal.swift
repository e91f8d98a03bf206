#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A signal by which a process is asked to end.
public struct TerminationSignal: Hashable, Sendable {
  /// `SIGTERM`: what service managers, containers and `kill` send.
  public static let terminate = TerminationSignal(number: SIGTERM)
  /// `SIGINT`: what Ctrl-C in a terminal sends.
  public static let interrupt = TerminationSignal(number: SIGINT)
  /// `SIGHUP`: what a terminal sends that is closed.
  public static let hangUp = TerminationSignal(number: SIGHUP)

  package let number: Int32
}
