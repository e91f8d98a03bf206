// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals
/// See <sys/socket.h> and <sys/_types/_socklen_t.h>.
public typealias socklen_t = UInt32
public typealias sa_family_t = UInt8
/// See <netinet/in.h>.
public typealias in_port_t = UInt16
public typealias in_addr_t = UInt32

public let AF_INET: Int32 = 2
public let SOCK_STREAM: Int32 = 1
public let SOL_SOCKET: Int32 = 0xFFFF
public let SO_LINGER: Int32 = 0x0080
public let SO_NOSIGPIPE: Int32 = 0x1022
public let SO_RCVBUF: Int32 = 0x1002
public let SO_RCVTIMEO: Int32 = 0x1006
public let SHUT_WR: Int32 = 1
public let SHUT_RDWR: Int32 = 2

/// See <sys/socket.h>.
public struct linger {
  public var l_onoff: Int32
  public var l_linger: Int32
  public init() { (l_onoff, l_linger) = (0, 0) }
  public init(l_onoff: Int32, l_linger: Int32) {
    (self.l_onoff, self.l_linger) = (l_onoff, l_linger)
  }
}

/// See <sys/socket.h>: unlike Linux, a length precedes the family.
public struct sockaddr {
  public var sa_len: UInt8 = 0
  public var sa_family: sa_family_t = 0
  public init() {}
}

/// See <netinet/in.h>.
public struct in_addr {
  public var s_addr: in_addr_t = 0
  public init() {}
}
public struct sockaddr_in {
  public var sin_len: UInt8 = 0
  public var sin_family: sa_family_t = 0
  public var sin_port: in_port_t = 0
  public var sin_addr = in_addr()
  public init() {}
}

/// See socket(2), bind(2), listen(2), accept(2), connect(2), getsockname(2), shutdown(2).
public func socket(_ domain: Int32, _ type: Int32, _ protocol: Int32) -> Int32 { -1 }
public func bind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>!, _ length: socklen_t
) -> Int32 { -1 }
@discardableResult public func listen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { -1 }
public func accept(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>!,
  _ length: UnsafeMutablePointer<socklen_t>!
) -> Int32 { -1 }
public func connect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>!, _ length: socklen_t
) -> Int32 { -1 }
public func getsockname(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>!,
  _ length: UnsafeMutablePointer<socklen_t>!
) -> Int32 { -1 }
@discardableResult public func shutdown(_ descriptor: Int32, _ how: Int32) -> Int32 { -1 }

/// See setsockopt(2).
@discardableResult public func setsockopt(
  _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: UnsafeRawPointer!,
  _ length: socklen_t
) -> Int32 { -1 }

/// See send(2), recv(2) and <sys/socket.h>.
public let MSG_PEEK: Int32 = 0x2
public let MSG_DONTWAIT: Int32 = 0x80
public func send(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ length: Int, _ flags: Int32
) -> Int { -1 }
public func recv(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ length: Int, _ flags: Int32
) -> Int { -1 }

/// See poll(2).
public typealias nfds_t = UInt32
public let POLLIN: Int32 = 0x0001
public struct pollfd {
  public var fd: Int32
  public var events: Int16
  public var revents: Int16
  public init() { (fd, events, revents) = (0, 0, 0) }
  public init(fd: Int32, events: Int16, revents: Int16) {
    (self.fd, self.events, self.revents) = (fd, events, revents)
  }
}
public func poll(
  _ descriptors: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ timeout: Int32
) -> Int32 { -1 }
