/// What the system knows an upload by, across processes: the destination, and the handing over.
package struct UploadLabel: Hashable, Sendable {
  package let destination: String
  package let name: UploadName

  package init(destination: String, name: UploadName) {
    self.destination = destination
    self.name = name
  }

  /// Nil when the text is no `description`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    // It becomes a path.
    guard parts.count == 2, FileName.isFolder(String(parts[0])),
      let name = UploadName(parts[1])
    else { return nil }
    self.init(destination: String(parts[0]), name: name)
  }
}

extension UploadLabel: CustomStringConvertible {
  package var description: String { "\(destination)/\(name)" }
}
