#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The end that nobody can prepare for.
func killThisProcess() {
  kill(getpid(), SIGKILL)
}
