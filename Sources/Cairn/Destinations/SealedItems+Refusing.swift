extension SealedItems {
  /// Takes out the items that the back end would not take now, and refuses their events.
  ///
  /// - Parameter rejection: Why an item is refused; nil for one that is sent.
  public mutating func refuse(_ rejection: (Item) -> DeliveryRejection?) {
    items.removeAll { item in
      guard let reason = rejection(item) else { return false }
      // What was damaged since has no place, and nothing to be told.
      if item.place >= 0 { refused[item.place] = reason }
      return true
    }
  }

  /// Those of the items, by their numbers.
  public func only(_ numbers: [Int]) -> SealedItems {
    var some = self
    some.items = numbers.map { items[$0] }
    return some
  }
}
