// The parts of background sessions that Cairn uses, which Foundation has only on Apple platforms,
// so that the code for them is compiled and run on other platforms too. Each declaration is copied
// from the page named above it.
public import Foundation
@_exported public import FoundationNetworking

// Sendable, as Apple's class is; the configuration of a session is never changed.
/// See <https://developer.apple.com/documentation/foundation/urlsessionconfiguration>.
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  /// See <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/identifier>.
  open private(set) var identifier: String?
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/isdiscretionary>.
  open var isDiscretionary = false
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/sessionsendslaunchevents>.
  open var sessionSendsLaunchEvents = false
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/timeoutintervalforresource>.
  open var timeoutIntervalForResource: TimeInterval = 604_800
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpcookiestorage>.
  open var httpCookieStorage: HTTPCookieStorage? = .shared
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/httpshouldsetcookies>.
  open var httpShouldSetCookies = true
  /// See <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/urlcache>.
  open var urlCache: URLCache?
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/urlcredentialstorage>.
  open var urlCredentialStorage: URLCredentialStorage? = .shared

  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessionconfiguration/background(withidentifier:)>.
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.identifier = identifier
    return configuration
  }
}
