/// Names of the events that the SDK records itself, so that whoever judges an app's events can tell them apart.
package enum OwnEvent: String, CaseIterable, Sendable {
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
