#if canImport(FirebaseAnalytics)
public import Cairn
import FirebaseAnalytics

/// Passes events to Firebase's SDK, in an app that contains it; no secret is needed.
///
/// ```swift
/// let analytics = Analytics(Configuration(destinations: [FirebaseBridge()]))
/// ```
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

  private let currency: String?
  private let holder = DestinationContextHolder()

  /// Makes a bridge.
  ///
  /// - Parameters:
  ///   - currency: The currency of amounts in events that specify none: three capital letters. None
  ///     by default.
  ///   - name: The name of the destination; unique among an app's destinations.
  public init(currency: String? = nil, name: String = "firebase-sdk") {
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
        try FirebaseCall(event, currency: currency, count: holder.count).make()
      } catch {
        refused[place] = error
      }
    }
    return refused.isEmpty ? .accepted : .partial(refused: refused, again: [])
  }
}
#endif
