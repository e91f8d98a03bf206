/// The phase of a demo.
enum DemoPhase: String, Sendable {
  case killing = "writers track and are killed"
  case delivering = "no more kills: the rest is delivered"
  case proving = "comparing what track() acknowledged with the rows"
}
