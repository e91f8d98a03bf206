public import Cairn

extension HTTPRequest {
  /// The value of the first header with this name, in whatever case it is written; nil when there is none.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
