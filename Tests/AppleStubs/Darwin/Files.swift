// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
// The parts of Apple's C library that Cairn uses, with the types that Swift gives them on Apple
// platforms, so that the code behind `canImport(Darwin)` is typechecked on Linux. They follow the
// headers of Apple's open-source xnu and Libc and the manual pages named above them; none of them
// is ever called.

/// See <sys/types.h>.
public typealias mode_t = UInt16
/// See <sys/types.h>.
public typealias nlink_t = UInt16
/// See <sys/types.h>.
public typealias off_t = Int64
/// See <sys/types.h>.
public typealias pid_t = Int32
public typealias id_t = UInt32
/// See <sys/types.h>.
public typealias uid_t = UInt32

/// See errno(2).
public var errno: Int32 {
  get { 0 }
  set {}
}

public let EPERM: Int32 = 1
public let ENOENT: Int32 = 2
public let EINTR: Int32 = 4
public let EIO: Int32 = 5
public let EBADF: Int32 = 9
public let EACCES: Int32 = 13
public let EBUSY: Int32 = 16
public let EEXIST: Int32 = 17
public let ENOTDIR: Int32 = 20
public let EISDIR: Int32 = 21
public let EINVAL: Int32 = 22
public let ENFILE: Int32 = 23
public let EMFILE: Int32 = 24
public let ENOTTY: Int32 = 25
public let EFBIG: Int32 = 27
public let ENOSPC: Int32 = 28
public let EROFS: Int32 = 30
public let EPIPE: Int32 = 32
public let EAGAIN: Int32 = 35
public let EWOULDBLOCK: Int32 = 35
public let ENOTSUP: Int32 = 45
public let ELOOP: Int32 = 62
public let ENAMETOOLONG: Int32 = 63
public let ENOTEMPTY: Int32 = 66
public let EDQUOT: Int32 = 69
public let ESTALE: Int32 = 70
public let ENOLCK: Int32 = 77
public let ENOSYS: Int32 = 78
public let EOVERFLOW: Int32 = 84
public let EOPNOTSUPP: Int32 = 102

/// See open(2).
public let O_RDONLY: Int32 = 0x0000
public let O_WRONLY: Int32 = 0x0001
public let O_RDWR: Int32 = 0x0002
public let O_NONBLOCK: Int32 = 0x0000_0004
public let O_APPEND: Int32 = 0x0000_0008
public let O_NOFOLLOW: Int32 = 0x0000_0100
public let O_CREAT: Int32 = 0x0000_0200
public let O_EXCL: Int32 = 0x0000_0800
public let O_DIRECTORY: Int32 = 0x0010_0000
public let O_CLOEXEC: Int32 = 0x0100_0000

/// See open(2); Swift's overlay gives the variadic function these forms.
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { -1 }
/// See close(2).
@discardableResult public func close(_ descriptor: Int32) -> Int32 { -1 }
/// See pread(2).
public func pread(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int, _ offset: off_t
) -> Int { -1 }
/// See pwrite(2).
public func pwrite(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ count: Int, _ offset: off_t
) -> Int { -1 }
/// See read(2), write(2).
public func read(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int
) -> Int { -1 }
@discardableResult public func write(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ count: Int
) -> Int { -1 }

/// See fcntl(2) and <sys/fcntl.h>.
public let F_FULLFSYNC: Int32 = 51
public let F_BARRIERFSYNC: Int32 = 85
public let F_SETFD: Int32 = 2
public let F_GETFL: Int32 = 3
public let F_SETFL: Int32 = 4
public let FD_CLOEXEC: Int32 = 1
/// See fcntl(2); Swift's overlay gives the variadic function these forms.
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
@discardableResult public func fcntl(
  _ descriptor: Int32, _ command: Int32, _ value: Int32
) -> Int32 { -1 }
/// See dup(2).
@discardableResult public func dup2(_ descriptor: Int32, _ other: Int32) -> Int32 { -1 }
/// See fsync(2).
public func fsync(_ descriptor: Int32) -> Int32 { -1 }

/// See flock(2).
public let LOCK_SH: Int32 = 0x01
public let LOCK_EX: Int32 = 0x02
public let LOCK_NB: Int32 = 0x04
public let LOCK_UN: Int32 = 0x08
@discardableResult public func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { -1 }

/// See stat(2).
public struct stat {
  public var st_mode: mode_t = 0
  public var st_nlink: nlink_t = 0
  public var st_uid: uid_t = 0
  public var st_mtimespec = timespec()
  public var st_size: off_t = 0
  public init() {}
}

public let S_IFMT: mode_t = 0o170000
public let S_IFDIR: mode_t = 0o040000
public let S_IFREG: mode_t = 0o100000
public let S_IFLNK: mode_t = 0o120000

/// See stat(2).
public func fstat(_ descriptor: Int32, _ status: UnsafeMutablePointer<stat>!) -> Int32 { -1 }
public func lstat(
  _ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<stat>!
) -> Int32 { -1 }

/// See mkdir(2), rmdir(2), unlink(2), rename(2).
public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { -1 }
public func rmdir(_ path: UnsafePointer<CChar>!) -> Int32 { -1 }
public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { -1 }
public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 { -1 }

/// See directory(3) and <sys/dirent.h>.
public struct DIR {}
public struct dirent {
  // 1 024 characters in reality.
  public var d_name: (CChar, CChar, CChar, CChar)
}
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { nil }
public func readdir(_ directory: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! {
  nil
}
@discardableResult public func closedir(_ directory: UnsafeMutablePointer<DIR>!) -> Int32 { -1 }

/// See strerror(3).
public func strerror(_ code: Int32) -> UnsafeMutablePointer<CChar>! { nil }
