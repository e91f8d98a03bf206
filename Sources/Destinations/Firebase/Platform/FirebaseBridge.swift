#if canImport(FirebaseAnalytics)
public import Cairn
import FirebaseAnalytics

/// Hands events to Firebase's own SDK, in an app that has it: no secret is needed.
///
/// ```swift
/// let analytics = Analytics(Configuration(destinations: [FirebaseBridge()]))
/// ```
///
/// Firebase's SDK says nothing of what became of an event: one counts as delivered when it was handed over, and what
/// Firebase loses is lost. It gives each event the time of the handing over, since it takes no other one; the time of
/// the call is the parameter `recorded_at`, in milliseconds since 1970. Configure Firebase before `Analytics` is made.
public struct FirebaseBridge: Destination {
  /// Names the cursor.
  ///
  /// The default is `firebase-sdk`.
  public let name: String
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  private let currency: String?
  private let site = SiteHolder()

  /// Makes a bridge.
  ///
  /// - Parameters:
  ///   - currency: What amounts are in whose event names none, three capital letters; none by default.
  ///   - name: Names the cursor; unique among an app's destinations.
  public init(currency: String? = nil, name: String = "firebase-sdk") {
    self.currency = currency
    self.name = name
  }

  /// Everything but aliases, which Firebase does not know.
  public func accepts(_ event: StoredEvent) -> Bool { event.kind != .alias }

  /// Remembers where to count what is cut.
  public func join(_ site: DestinationSite) { self.site.hold(site) }

  /// Hands the events over, one after another.
  public func deliver(_ batch: Batch) async -> Outcome {
    var refused: [Int: Rejection] = [:]
    for (place, stored) in batch.events.enumerated() {
      guard let event = DecodedEvent(stored) else {
        refused[place] = "the event is damaged"
        continue
      }
      do throws(Rejection) {
        try FirebaseCall(event, currency: currency, count: site.count).make()
      } catch {
        refused[place] = error
      }
    }
    return refused.isEmpty ? .accepted : .partial(refused: refused, again: [])
  }
}
#endif
