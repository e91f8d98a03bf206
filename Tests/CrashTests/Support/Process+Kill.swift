#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Kills this process without any preparation.
func killThisProcess() {
  kill(getpid(), SIGKILL)
}
