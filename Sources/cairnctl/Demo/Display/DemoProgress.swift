/// The numbers of a running demo.
struct DemoProgress: Sendable {
  var tracked = 0
  var stored = 0
  var duplicates = 0
  var kills = 0
  var proxy = ProxyCounts()
  var seconds = 0.0
}
