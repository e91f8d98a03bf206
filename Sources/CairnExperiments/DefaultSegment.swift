/// A predefined segment of visitors, for segmented reports; available in every project.
public enum DefaultSegment: String, Hashable, Sendable, CaseIterable {
  /// The country: two letters, such as `PT`.
  case country
  /// The browser: `IE`, `CH`, `FF`, `OP`, `SF`, `EDG`, `MO`, `NS` or `OTH`.
  case browser
  /// The device: `ALLPH`, `IPH`, `OTHPH`, `ALLTAB`, `IPAD`, `OTHTAB`, `DESK` or `OTHDEV`.
  case devices
  /// The traffic source: `campaign`, `search`, `referral`, `direct` or `ai_tool`.
  case source
  /// The name of the campaign.
  case campaign
  /// The visitor type: `new` or `returning`.
  case visitorType
}
