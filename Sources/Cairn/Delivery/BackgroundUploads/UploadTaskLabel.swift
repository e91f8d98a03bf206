/// The label of an upload at the system, which is known across processes: the destination and the
/// upload's name.
package struct UploadTaskLabel: Hashable, Sendable {
  package let destination: String
  package let name: UploadName

  package init(destination: String, name: UploadName) {
    self.destination = destination
    self.name = name
  }

  /// Parses the text of `description`; nil when the text has another form.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    // The text becomes a path.
    guard parts.count == 2, FileName.isFolder(String(parts[0])),
      let name = UploadName(parts[1])
    else { return nil }
    self.init(destination: String(parts[0]), name: name)
  }
}

extension UploadTaskLabel: CustomStringConvertible {
  package var description: String { "\(destination)/\(name)" }
}
