/// The names of the events that the SDK itself records, so that they can be told apart from an
/// app's events.
package enum SDKEventName: String, CaseIterable, Sendable {
  case applicationBackgrounded = "Application Backgrounded"
  case applicationInstalled = "Application Installed"
  case applicationOpened = "Application Opened"
  case applicationUpdated = "Application Updated"
  case deepLinkOpened = "Deep Link Opened"
  case experimentViewed = "Experiment Viewed"
  case goalCompleted = "Goal Completed"
  case lossReport = "Cairn Loss Report"
  case sessionEnded = "Session Ended"
  case sessionStarted = "Session Started"
}
