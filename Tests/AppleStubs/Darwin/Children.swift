// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
/// See <sys/spawn.h> and <spawn.h>: unlike Linux, these are pointers.
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer

/// See posix_spawn_file_actions_init(3), posix_spawn_file_actions_addopen(3).
@discardableResult public func posix_spawn_file_actions_init(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { -1 }
@discardableResult public func posix_spawn_file_actions_destroy(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { -1 }
@discardableResult public func posix_spawn_file_actions_adddup2(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32,
  _ new: Int32
) -> Int32 { -1 }
@discardableResult public func posix_spawn_file_actions_addopen(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32,
  _ path: UnsafePointer<CChar>!, _ oflag: Int32, _ mode: mode_t
) -> Int32 { -1 }
/// See posix_spawnattr_init(3), posix_spawnattr_setflags(3).
@discardableResult public func posix_spawnattr_init(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!
) -> Int32 { -1 }
@discardableResult public func posix_spawnattr_destroy(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!
) -> Int32 { -1 }
@discardableResult public func posix_spawnattr_setflags(
  _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ flags: Int16
) -> Int32 { -1 }
public var POSIX_SPAWN_SETPGROUP: Int32 { 2 }
/// See posix_spawnp(2).
public func posix_spawnp(
  _ pid: UnsafeMutablePointer<pid_t>!, _ file: UnsafePointer<CChar>!,
  _ actions: UnsafePointer<posix_spawn_file_actions_t?>!,
  _ attributes: UnsafePointer<posix_spawnattr_t?>!,
  _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
  _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { -1 }

/// See waitpid(2).
public let WUNTRACED: Int32 = 2
public func waitpid(
  _ pid: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32
) -> pid_t { -1 }
/// See waitid(2), <sys/wait.h>, <sys/signal.h>.
public struct idtype_t: Equatable, Sendable { public var rawValue: UInt32 }
public var P_PID: idtype_t { idtype_t(rawValue: 1) }
public var WNOHANG: Int32 { 1 }
public var WEXITED: Int32 { 4 }
public var WNOWAIT: Int32 { 32 }
public var SIGCHLD: Int32 { 20 }
public struct siginfo_t {
  public var si_signo: Int32 = 0
  public init() {}
}
@discardableResult public func waitid(
  _ type: idtype_t, _ id: id_t, _ info: UnsafeMutablePointer<siginfo_t>!, _ options: Int32
) -> Int32 { -1 }
/// See pipe(2).
public func pipe(_ descriptors: UnsafeMutablePointer<Int32>!) -> Int32 { -1 }
/// See perror(3), exit(3).
public func perror(_ text: UnsafePointer<CChar>!) {}
public func exit(_ status: Int32) -> Never { fatalError() }
/// See atexit(3), strlen(3).
@discardableResult public func atexit(_ function: @convention(c) () -> Void) -> Int32 { -1 }
public func strlen(_ text: UnsafePointer<CChar>!) -> Int { 0 }
