import Cairn

/// The protocol's rules for names: ASCII letters, digits and underscores, beginning with a letter.
enum MeasurementName {
  static let mostEvent = 40
  static let mostParameter = 40
  static let mostUserProperty = 24
  private static let prefixes = ["ga_", "google_", "firebase_"]

  /// Event names that are reserved for Firebase's SDK.
  static let reservedEvents: Set<String> = [
    "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure",
    "app_background", "app_clear_data", "app_exception", "app_remove", "app_store_refund",
    "app_store_subscription_cancel", "app_store_subscription_convert",
    "app_store_subscription_renew", "app_update", "app_upgrade", "dynamic_link_app_open",
    "dynamic_link_app_update", "dynamic_link_first_open", "error", "first_open", "first_visit",
    "in_app_purchase", "notification_dismiss", "notification_foreground", "notification_open",
    "notification_receive", "os_update", "screen_view", "session_start", "user_engagement",
  ]

  static let reservedUserProperties: Set<String> = [
    "first_open_time", "first_open_after_install", "first_visit_time", "last_deep_link_referrer",
    "session_id", "session_number", "user_id",
  ]

  /// Returns the name with each invalid character replaced by an underscore; nil if nothing valid
  /// remains.
  static func fitted(_ name: String, atMost length: Int) -> String? {
    var bytes = name.unicodeScalars.map { scalar -> UInt8 in
      isWord(scalar) ? UInt8(scalar.value) : UInt8(ascii: "_")
    }
    while let first = bytes.first, !isLetter(first) { bytes.removeFirst() }
    let fitted = String(decoding: bytes.prefix(length), as: UTF8.self)
    return fitted.isEmpty || prefixes.contains(where: fitted.hasPrefix) ? nil : fitted
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
