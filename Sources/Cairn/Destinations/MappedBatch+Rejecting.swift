extension MappedBatch {
  /// Removes the items that the service would refuse now, and refuses their events.
  ///
  /// - Parameter rejection: Returns the rejection of an item; nil for an item that is sent.
  public mutating func refuse(_ rejection: (Item) -> DeliveryRejection?) {
    items.removeAll { item in
      guard let reason = rejection(item) else { return false }
      // An item that was damaged since has no index, and gets no reason.
      if item.place >= 0 { refused[item.place] = reason }
      return true
    }
  }

  /// Returns a value with only the items at these indices.
  public func only(_ numbers: [Int]) -> MappedBatch {
    var some = self
    some.items = numbers.map { items[$0] }
    return some
  }
}
