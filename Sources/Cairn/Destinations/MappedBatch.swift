/// The sealed form of a batch for a service with its own format.
///
/// For each event it contains either an item, which is mapped only once, or the reason why the
/// service would permanently refuse the event.
///
/// `Destination.seal` creates it and returns its `body`. `Destination.deliver` reads the body,
/// sends the items, and returns the result of `outcome`, which adds the events that were refused
/// when the batch was sealed. Refused events are not sent and do not affect other events.
///
/// ```swift
/// func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
///   MappedBatch(events, context: context) { event in ["name": .string(event.name)] }.body
/// }
/// ```
public struct MappedBatch: Sendable {
  /// The data that is sent for one event.
  public struct Item: Sendable {
    /// The index of the event in `Batch.events`; -1 for an event whose record was damaged or
    /// removed by a limit after the batch was sealed, which is still sent.
    public let place: Int
    /// The event's identifier, which assigns a server's result to the event even if it has no
    /// index.
    public let id: EventID
    /// The item as JSON in UTF-8, the same at every attempt.
    public let json: [UInt8]
  }

  /// The items, in the order in which the events were recorded.
  public var items: [Item]
  /// The events that are not sent, by their indices in `Batch.events`; -1 for events without an
  /// index.
  public var refused: [Int: DeliveryRejection]
  /// The data that is sent once for all items and stays the same at every attempt; nil if there is
  /// none.
  public let envelope: Value?
  /// The identifiers of the events when the batch was sealed.
  let ids: [EventID]

  init(items: [Item], refused: [Int: DeliveryRejection], envelope: Value?, ids: [EventID]) {
    self.items = items
    self.refused = refused
    self.envelope = envelope
    self.ids = ids
  }

  /// Creates the items of a batch.
  ///
  /// - Parameters:
  ///   - events: The events that `seal` receives.
  ///   - context: The context that `seal` receives.
  ///   - envelope: The data that is sent once for all items; by default none.
  ///   - item: Returns the item of an event; throws a `DeliveryRejection` for an event that the
  ///     service would permanently refuse.
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

  /// Converts an outcome of the items to an outcome of the batch, and adds the events that were
  /// refused when the batch was sealed.
  ///
  /// The numbers in `outcome` are indices of `items`; the numbers in the returned outcome are
  /// indices of `Batch.events`. If there are no items, send nothing and pass `.accepted`. If there
  /// is only one item, a refusal or a size limit applies to that item.
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
