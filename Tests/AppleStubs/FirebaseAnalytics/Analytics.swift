// The parts of Firebase's SDK that Cairn uses, so that the bridge to it is compiled and run on
// other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// See
/// <https://firebase.google.com/docs/reference/swift/firebaseanalytics/api/reference/Classes/Analytics>.
open class Analytics: NSObject {
  /// See `logEvent(_:parameters:)` there.
  open class func logEvent(_ name: String, parameters: [String: Any]?) {
    let text = (parameters ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    StubFirebase.shared.note("event \(name) \(text.joined(separator: " "))")
  }

  /// See `setUserProperty(_:forName:)` there.
  open class func setUserProperty(_ value: String?, forName name: String) {
    StubFirebase.shared.note("property \(name) \(value ?? "nil")")
  }

  /// See `setUserID(_:)` there.
  open class func setUserID(_ userID: String?) {
    StubFirebase.shared.note("user \(userID ?? "nil")")
  }
}

@available(*, unavailable)
extension Analytics: Sendable {}
