/// The numbers of a running demo.
struct DemoProgress: Sendable {
  var tracked = 0
  var kills = 0
  var destinations: [DestinationProgress] = []
  var seconds = 0.0

  var proxy: ProxyCounts { destinations.reduce(ProxyCounts()) { $0 + $1.proxy } }
}

/// The numbers of one destination of a running demo.
struct DestinationProgress: Sendable {
  var name: String
  var stored = 0
  var duplicates = 0
  var proxy = ProxyCounts()
  /// Whether no request reaches the destination now.
  var isDown = false
}

/// The phase of a demo.
enum DemoPhase: String, Sendable {
  case killing = "writers track and are killed"
  case delivering = "no more kills: the rest is delivered"
  case proving = "comparing what track() acknowledged with the rows"
}
