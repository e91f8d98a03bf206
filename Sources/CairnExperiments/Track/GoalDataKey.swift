/// What can be said of a conversion.
public enum GoalDataKey: String, Hashable, Sendable, CaseIterable {
  /// What it was worth: a number, in the project's currency.
  case amount
  /// How many products it was about: a whole number.
  case productsCount
  /// The transaction, by the identifier in your own systems, text or a number: a conversion that bears it again is the
  /// same one.
  case transactionID = "transactionId"
  /// A value of the project's own: text, a number, or a list of texts of at most 32 characters each.
  case customDimension1
  /// As `customDimension1`.
  case customDimension2
  /// As `customDimension1`.
  case customDimension3
  /// As `customDimension1`.
  case customDimension4
  /// As `customDimension1`.
  case customDimension5
}
