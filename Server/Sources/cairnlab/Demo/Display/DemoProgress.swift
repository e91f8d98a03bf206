/// The numbers of a running demo.
struct DemoProgress: Sendable {
  var tracked = 0
  var kills = 0
  var destinations: [DestinationProgress] = []
  var seconds = 0.0

  var proxy: ProxyCounts { destinations.reduce(ProxyCounts()) { $0 + $1.proxy } }
}
