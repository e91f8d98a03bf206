// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Foundation's types under the names by which the Objective-C headers in Headers refer to them: the
// importer finds only declarations of the module that an attribute names.
public import Foundation
public import ObjectiveC

public typealias StubBundle = Bundle
public typealias StubData = Data
public typealias StubDate = Date
public typealias StubNotificationName = NSNotification.Name
public typealias StubOperationQueue = OperationQueue
public typealias StubURL = URL

/// See <https://developer.apple.com/documentation/foundation/urlrequest>.
public struct URLRequest: Sendable, _ObjectiveCBridgeable {
  /// See <https://developer.apple.com/documentation/foundation/urlrequest/url>.
  public var url: URL?
  /// See <https://developer.apple.com/documentation/foundation/urlrequest/httpmethod>.
  public var httpMethod: String?
  /// See <https://developer.apple.com/documentation/foundation/urlrequest/httpbody>.
  public var httpBody: Data?

  /// See
  /// <https://developer.apple.com/documentation/foundation/urlrequest/init(url:cachepolicy:timeoutinterval:)>.
  public init(url: URL) { self.url = url }

  // Only a type with such functions can be in a method for Objective-C.
  public func _bridgeToObjectiveC() -> ObjCURLRequest { ObjCURLRequest() }
  public static func _forceBridgeFromObjectiveC(
    _ source: ObjCURLRequest, result: inout URLRequest?
  ) {}
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: ObjCURLRequest, result: inout URLRequest?
  ) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(
    _ source: ObjCURLRequest?
  ) -> URLRequest { fatalError() }

  /// See
  /// <https://developer.apple.com/documentation/foundation/urlrequest/setvalue(_:forhttpheaderfield:)>.
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}
