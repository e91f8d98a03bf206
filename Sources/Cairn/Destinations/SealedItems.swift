/// What a batch becomes when it is sealed for a back end with a form of its own: an item an event, made once and never
/// again; and events that the back end would never take, with the reason.
///
/// `Destination.seal` makes it and returns its `body`; `Destination.deliver` reads it back, sends the items, and lets
/// `outcome` add those that were refused when the batch was sealed. They are not sent, and do not take others along.
///
/// ```swift
/// func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
///   SealedItems(events, context: context) { event in ["name": .string(event.name)] }.body
/// }
/// ```
public struct SealedItems: Sendable {
  /// What is sent of one event.
  public struct Item: Sendable {
    /// Which event it is: its place in `Batch.events`; -1 for one whose record was damaged since or removed by a cap, and
    /// which is sent all the same.
    public let place: Int
    /// The event's identifier, also of one without a place: what a server says of it is said of no other.
    public let id: EventID
    /// JSON in UTF-8, the same at every attempt.
    public let json: [UInt8]
  }

  /// In the order in which the events were recorded.
  public var items: [Item]
  /// Events that are not sent, by their places in `Batch.events`; -1 for those without one.
  public var refused: [Int: DeliveryRejection]
  /// What is sent once for all items, and as little changes as they do; nil where there is nothing.
  public let envelope: Value?
  /// Of the events, as they were when the batch was sealed.
  let ids: [EventID]

  init(items: [Item], refused: [Int: DeliveryRejection], envelope: Value?, ids: [EventID]) {
    self.items = items
    self.refused = refused
    self.envelope = envelope
    self.ids = ids
  }

  /// Makes the items of a batch.
  ///
  /// - Parameters:
  ///   - events: The events, as `seal` is given them.
  ///   - context: What holds for all of them, as `seal` is given it.
  ///   - envelope: What is sent once for all items; by default nothing.
  ///   - item: Makes an event's item; throws a `DeliveryRejection` for one that the back end would never take.
  public init(
    _ events: [StoredEvent], context: [UInt8], envelope: Value? = nil,
    _ item: (DecodedEvent) throws(DeliveryRejection) -> Value
  ) {
    let shared = DecodedEvent.members(Value(json: context))
    var items: [Item] = []
    var refused: [Int: DeliveryRejection] = [:]
    for (place, event) in events.enumerated() {
      do throws(DeliveryRejection) {
        guard let decoded = DecodedEvent(event, shared: shared) else {
          throw "it is damaged and cannot be read"
        }
        items.append(Item(place: place, id: event.id, json: try item(decoded).json))
      } catch {
        refused[place] = error
      }
    }
    self.init(items: items, refused: refused, envelope: envelope, ids: events.map(\.id))
  }

  /// The items as one JSON array.
  public var json: [UInt8] {
    var text = OutputBuffer(capacity: items.reduce(2) { $0 + $1.json.count + 1 })
    text.append(UInt8(ascii: "["))
    for (number, item) in items.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text.append(item.json)
    }
    text.append(UInt8(ascii: "]"))
    return Array(text.bytes)
  }

  /// What an outcome of the items means for the batch: those that were refused when it was sealed are added.
  ///
  /// The places in `outcome` are those of `items`; the places in what is returned are those of `Batch.events`. Without
  /// items there is nothing to send: pass `.accepted`. Where there is one item alone, it is what was refused or too large.
  public func outcome(_ outcome: Outcome) -> Outcome {
    switch outcome {
    case .accepted: return partial([:], [])
    case .partial(let refused, let again): return partial(refused, again)
    case .refused(let rejection) where items.count == 1: return partial([0: rejection], [])
    case .split where items.count == 1:
      return partial([0: "too large for the destination"], [])
    case .later, .split, .refused, .halted: return outcome
    }
  }

  private func partial(_ more: [Int: DeliveryRejection], _ again: [Int]) -> Outcome {
    var refused = refused
    for (number, rejection) in more where items.indices.contains(number) {
      refused[items[number].place] = rejection
    }
    let open = again.filter(items.indices.contains).map { items[$0].place }
    return refused.isEmpty && open.isEmpty ? .accepted : .partial(refused: refused, again: open)
  }
}

extension DeliveryRejection: Error {}
