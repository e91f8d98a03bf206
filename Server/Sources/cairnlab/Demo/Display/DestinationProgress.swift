/// The numbers of one destination of a running demo.
struct DestinationProgress: Sendable {
  var name: String
  var stored = 0
  var duplicates = 0
  var proxy = ProxyCounts()
  /// Whether no request reaches the destination now.
  var isDown = false
}
