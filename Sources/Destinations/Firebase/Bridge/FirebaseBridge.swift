public import Cairn

/// Passes events to Firebase's SDK, in an app that contains it; no secret is needed.
///
/// ```swift
/// import FirebaseAnalytics
///
/// let firebase = FirebaseBridge(
///   logEvent: { FirebaseAnalytics.Analytics.logEvent($0, parameters: $1) },
///   setUserID: { FirebaseAnalytics.Analytics.setUserID($0) },
///   setUserProperty: { FirebaseAnalytics.Analytics.setUserProperty($0, forName: $1) })
/// let analytics = Cairn.Analytics(Configuration(destinations: [firebase]))
/// ```
///
/// The app passes the functions of Firebase's SDK, so that this package does not depend on it.
///
/// Firebase's SDK reports no result for an event. An event counts as delivered when it was passed
/// on; events that Firebase loses are lost. Firebase uses the time at which it receives an event
/// and accepts no other. The time of recording is the parameter `recorded_at`, in milliseconds
/// since 1970. Configure Firebase before you make `Analytics`.
public struct FirebaseBridge: Destination {
  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `firebase-sdk`.
  public let name: String
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  /// The functions of Firebase's SDK.
  struct SDK: Sendable {
    var logEvent: @Sendable (_ name: String, _ parameters: [String: Any]?) -> Void
    var setUserID: @Sendable (_ userID: String?) -> Void
    var setUserProperty: @Sendable (_ value: String?, _ name: String) -> Void
  }

  private let sdk: SDK
  private let currency: String?
  private let holder = DestinationContextHolder()

  /// Makes a bridge to the functions of Firebase's SDK, which are called on any thread, one call
  /// after another.
  ///
  /// - Parameters:
  ///   - logEvent: Calls `Analytics.logEvent(_:parameters:)` of Firebase.
  ///   - setUserID: Calls `Analytics.setUserID(_:)` of Firebase.
  ///   - setUserProperty: Calls `Analytics.setUserProperty(_:forName:)` of Firebase.
  ///   - currency: The currency of amounts in events that specify none: three capital letters. None
  ///     by default.
  ///   - name: The name of the destination; unique among an app's destinations.
  public init(
    logEvent: @escaping @Sendable (_ name: String, _ parameters: [String: Any]?) -> Void,
    setUserID: @escaping @Sendable (_ userID: String?) -> Void,
    setUserProperty: @escaping @Sendable (_ value: String?, _ name: String) -> Void,
    currency: String? = nil, name: String = "firebase-sdk"
  ) {
    sdk = SDK(logEvent: logEvent, setUserID: setUserID, setUserProperty: setUserProperty)
    self.currency = currency
    self.name = name
  }

  /// Returns true for all events except aliases, which Firebase does not support.
  public func accepts(_ event: StoredEvent) -> Bool { event.kind != .alias }

  /// Stores the context, which counts adjustments.
  public func attach(to context: DestinationContext) { holder.hold(context) }

  /// Passes the events on, one after another.
  public func deliver(_ batch: Batch) async -> Outcome {
    var refused: [Int: DeliveryRejection] = [:]
    for (place, stored) in batch.events.enumerated() {
      guard let event = DecodedEvent(stored) else {
        refused[place] = "the event is damaged"
        continue
      }
      do throws(DeliveryRejection) {
        try FirebaseCall(event, sdk, currency: currency, count: holder.count).make()
      } catch {
        refused[place] = error
      }
    }
    return refused.isEmpty ? .accepted : .partial(refused: refused, again: [])
  }
}
