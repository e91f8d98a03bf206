/// What is known of a visitor in every project, for reports by segment.
public enum DefaultSegment: String, Hashable, Sendable, CaseIterable {
  /// Two letters, such as `PT`.
  case country
  /// `IE`, `CH`, `FF`, `OP`, `SF`, `EDG`, `MO`, `NS` or `OTH`.
  case browser
  /// `ALLPH`, `IPH`, `OTHPH`, `ALLTAB`, `IPAD`, `OTHTAB`, `DESK` or `OTHDEV`.
  case devices
  /// `campaign`, `search`, `referral`, `direct` or `ai_tool`.
  case source
  /// The campaign's name.
  case campaign
  /// `new` or `returning`.
  case visitorType
}
