/// A key for the data of a conversion.
public enum GoalDataKey: String, Hashable, Sendable, CaseIterable {
  /// The value of the conversion: a number in the project's currency.
  case amount
  /// The number of products: an integer.
  case productsCount
  /// The ID of the transaction in your own systems: text or a number.
  ///
  /// Another conversion with the same ID is treated as the same one.
  case transactionID = "transactionId"
  /// A custom value of the project: text, a number, or a list of texts of at most 32 characters
  /// each.
  case customDimension1
  /// A custom dimension, like `customDimension1`.
  case customDimension2
  /// A custom dimension, like `customDimension1`.
  case customDimension3
  /// A custom dimension, like `customDimension1`.
  case customDimension4
  /// A custom dimension, like `customDimension1`.
  case customDimension5
}
