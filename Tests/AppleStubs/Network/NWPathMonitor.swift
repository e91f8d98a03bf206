// The parts of Apple's framework Network that Cairn uses, so that code for Apple platforms is
// compiled and run on other platforms too. Each declaration is copied from the page named above it.
public import Dispatch
import Foundation

/// See <https://developer.apple.com/documentation/network/nwinterface>.
public struct NWInterface: Sendable {
  /// See <https://developer.apple.com/documentation/network/nwinterface/interfacetype>.
  public enum InterfaceType: Sendable {
    case other
    case wifi
    case cellular
    case wiredEthernet
    case loopback
  }
}

/// See <https://developer.apple.com/documentation/network/nwpath>.
public struct NWPath: Equatable, Sendable {
  /// See <https://developer.apple.com/documentation/network/nwpath/status-swift.enum>.
  public enum Status: Sendable {
    case satisfied
    case unsatisfied
    case requiresConnection
  }

  /// See <https://developer.apple.com/documentation/network/nwpath/status-swift.property>.
  public let status: NWPath.Status
  /// See <https://developer.apple.com/documentation/network/nwpath/isconstrained>.
  public let isConstrained: Bool
  private let interface: NWInterface.InterfaceType?

  /// See <https://developer.apple.com/documentation/network/nwpath/usesinterfacetype(_:)>.
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { interface == type }

  /// Creates a path for a test; Apple's structure has no initializer.
  public init(
    stub status: NWPath.Status, by interface: NWInterface.InterfaceType? = nil,
    isConstrained: Bool = false
  ) {
    self.status = status
    self.interface = interface
    self.isConstrained = isConstrained
  }
}

/// See <https://developer.apple.com/documentation/network/nwpathmonitor>.
public final class NWPathMonitor {
  private let feed = StubPaths.Feed()

  /// See <https://developer.apple.com/documentation/network/nwpathmonitor/init()>.
  public init() {}

  /// See <https://developer.apple.com/documentation/network/nwpathmonitor/pathupdatehandler>.
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?

  /// See <https://developer.apple.com/documentation/network/nwpathmonitor/start(queue:)>.
  public func start(queue: DispatchQueue) {
    guard let pathUpdateHandler else { return }
    StubPaths.shared.add(feed, queue, pathUpdateHandler)
  }

  /// See <https://developer.apple.com/documentation/network/nwpathmonitor/cancel()>.
  public func cancel() { StubPaths.shared.remove(feed) }
}

// Not `Sendable`, so that shared monitors must be protected, whether Apple's class is `Sendable` or
// not.
@available(*, unavailable)
extension NWPathMonitor: @unchecked Sendable {}
