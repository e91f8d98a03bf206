// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
/// See <time.h> and <sys/_types/_timespec.h>.
public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int
  public init() { (tv_sec, tv_nsec) = (0, 0) }
  public init(tv_sec: Int, tv_nsec: Int) { (self.tv_sec, self.tv_nsec) = (tv_sec, tv_nsec) }
}

/// See clock_gettime(3); a C enumeration without a closed set of values is a structure in Swift.
public struct clockid_t: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public var CLOCK_REALTIME: clockid_t { clockid_t(rawValue: 0) }
public var CLOCK_MONOTONIC_RAW: clockid_t { clockid_t(rawValue: 4) }
public var CLOCK_MONOTONIC: clockid_t { clockid_t(rawValue: 6) }
public var CLOCK_UPTIME_RAW: clockid_t { clockid_t(rawValue: 8) }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { clockid_t(rawValue: 12) }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { clockid_t(rawValue: 16) }
@discardableResult public func clock_gettime(
  _ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!
) -> Int32 { -1 }

/// See nanosleep(2) and usleep(3).
@discardableResult public func nanosleep(  // tidy:allow(sleep) a declaration
  _ requested: UnsafePointer<timespec>!, _ rest: UnsafeMutablePointer<timespec>!
) -> Int32 { -1 }
@discardableResult
public func usleep(_ microseconds: UInt32) -> Int32 { -1 }  // tidy:allow(sleep) a declaration

/// See getrusage(2) and <sys/resource.h>, where the resident memory is in bytes.
public let RUSAGE_SELF: Int32 = 0
public struct rusage {
  public var ru_maxrss: Int = 0
  public init() {}
}
@discardableResult public func getrusage(
  _ who: Int32, _ usage: UnsafeMutablePointer<rusage>!
) -> Int32 { -1 }

/// See getenv(3).
public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { nil }

/// See arc4random(3); getentropy(2) is declared for macOS only, and is left out.
public func arc4random_buf(_ buffer: UnsafeMutableRawPointer!, _ count: Int) {}

/// See sysctl(3).
public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!,
  _ oldSize: UnsafeMutablePointer<Int>!, _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { -1 }

/// See <sys/_pthread/_pthread_types.h>.
public struct pthread_mutex_t { public init() {} }
public struct pthread_mutexattr_t { public init() {} }
public typealias pthread_key_t = UInt

/// See pthread(3).
@discardableResult public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { -1 }
@discardableResult public func pthread_mutex_destroy(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { -1 }
@discardableResult public func pthread_mutex_lock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { -1 }
@discardableResult public func pthread_mutex_trylock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { -1 }
@discardableResult public func pthread_mutex_unlock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { -1 }
public struct pthread_cond_t { public init() {} }
public struct pthread_condattr_t { public init() {} }
@discardableResult public func pthread_cond_init(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ attributes: UnsafePointer<pthread_condattr_t>?
) -> Int32 { -1 }
@discardableResult public func pthread_cond_destroy(
  _ condition: UnsafeMutablePointer<pthread_cond_t>
) -> Int32 { -1 }
@discardableResult public func pthread_cond_wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { -1 }
@discardableResult public func pthread_cond_broadcast(
  _ condition: UnsafeMutablePointer<pthread_cond_t>
) -> Int32 { -1 }
@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { -1 }
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { nil }
@discardableResult public func pthread_setspecific(
  _ key: pthread_key_t, _ value: UnsafeRawPointer?
) -> Int32 { -1 }
@discardableResult public func pthread_atfork(
  _ prepare: (@convention(c) () -> Void)?, _ parent: (@convention(c) () -> Void)?,
  _ child: (@convention(c) () -> Void)?
) -> Int32 { -1 }

/// See <sys/signal.h>.
public typealias sigset_t = UInt32
public let SIGHUP: Int32 = 1
public let SIGINT: Int32 = 2
public let SIGKILL: Int32 = 9
public let SIGPIPE: Int32 = 13
public let SIGTERM: Int32 = 15
public let SIGSTOP: Int32 = 17
public let SIGCONT: Int32 = 19
public let SIG_BLOCK: Int32 = 1
public let SIG_UNBLOCK: Int32 = 2
public let SIG_SETMASK: Int32 = 3
public typealias sig_t = @convention(c) (Int32) -> Void
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { { _ in } }

public struct __sigaction_u {
  public var __sa_handler: (@convention(c) (Int32) -> Void)!
}

/// See sigaction(2).
///
/// In C a structure and a function have this name. Swift cannot declare both, so that an
/// initializer stands for the function here, and `==` compares its result.
public struct sigaction {
  public var __sigaction_u = Darwin.__sigaction_u()
  public var sa_mask: sigset_t = 0
  public var sa_flags: Int32 = 0
  public init() {}
  public init(
    _ number: Int32, _ new: UnsafePointer<sigaction>!, _ old: UnsafeMutablePointer<sigaction>!
  ) {}
  public static func == (status: sigaction, code: Int32) -> Bool { false }
}

/// See signal(3), sigsetops(3), sigpending(2), sigwait(2), kill(2).
@discardableResult public func signal(_ number: Int32, _ handler: sig_t!) -> sig_t! { nil }
@discardableResult public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { -1 }
@discardableResult public func sigaddset(
  _ set: UnsafeMutablePointer<sigset_t>!, _ number: Int32
) -> Int32 { -1 }
public func sigismember(_ set: UnsafePointer<sigset_t>!, _ number: Int32) -> Int32 { -1 }
@discardableResult public func sigpending(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { -1 }
@discardableResult public func sigwait(
  _ set: UnsafePointer<sigset_t>!, _ number: UnsafeMutablePointer<Int32>!
) -> Int32 { -1 }
@discardableResult public func pthread_sigmask(
  _ how: Int32, _ set: UnsafePointer<sigset_t>!, _ old: UnsafeMutablePointer<sigset_t>!
) -> Int32 { -1 }
@discardableResult public func kill(_ process: pid_t, _ number: Int32) -> Int32 { -1 }
public func getpid() -> pid_t { 0 }
public func geteuid() -> uid_t { 0 }
