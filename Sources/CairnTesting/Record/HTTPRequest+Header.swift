public import Cairn

extension HTTPRequest {
  /// Returns the value of the first header with this name, ignoring case; nil when there is none.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
