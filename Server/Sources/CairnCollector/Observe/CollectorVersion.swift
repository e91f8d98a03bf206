/// The version of the collector, which is that of the SDK in the same repository.
enum CollectorVersion {
  static let text = "0.1.0"
}
