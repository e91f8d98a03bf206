/// What products that are built on this one need of it.
extension Engine {
  /// A file of theirs in the instance's folder, and the disk that it is on.
  package func file(named name: String) -> (path: String, files: any FileSystem) {
    ("\(desks.path)/\(name)", desks.files)
  }
}
