// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

/// See <sys/socket.h>.
public typealias sa_family_t = UInt8
/// See <sys/socket.h>.
public typealias socklen_t = UInt32

public let AF_INET: Int32 = 2
public let SOCK_STREAM: Int32 = 1
public let O_NONBLOCK: Int32 = 0x0004
public let F_SETFL: Int32 = 4

/// See <netinet/in.h>.
public struct in_addr {
  public var s_addr: UInt32 = 0
  public init() {}
}

/// See <netinet/in.h>.
public struct sockaddr_in {
  public var sin_len: UInt8 = 0
  public var sin_family: sa_family_t = 0
  public var sin_port: UInt16 = 0
  public var sin_addr = in_addr()
  public var sin_zero: (Int8, Int8, Int8, Int8, Int8, Int8, Int8, Int8) = (0, 0, 0, 0, 0, 0, 0, 0)
  public init() {}
}

/// See <sys/socket.h>.
public struct sockaddr {
  public var sa_len: UInt8 = 0
  public var sa_family: sa_family_t = 0
  public init() {}
}

/// See socket(2).
public func socket(_ domain: Int32, _ type: Int32, _ protocol: Int32) -> Int32 { -1 }
/// See bind(2).
public func bind(
  _ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ length: socklen_t
) -> Int32 { -1 }
/// See getsockname(2).
public func getsockname(
  _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>!,
  _ length: UnsafeMutablePointer<socklen_t>!
) -> Int32 { -1 }
/// See listen(2).
@discardableResult
public func listen(_ socket: Int32, _ backlog: Int32) -> Int32 { -1 }
/// See connect(2).
public func connect(
  _ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ length: socklen_t
) -> Int32 { -1 }
