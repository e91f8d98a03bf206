/// The folders of an instance's destinations: no two names share one.
///
/// Earlier versions replaced what a file's name may not hold, so that several destinations had one folder, and one cursor.
/// Such a folder is taken over by the first destination that could have made it; from then on the file `name` in it says
/// whose it is.
package final class DestinationNames: Sendable {
  /// The file in a destination's folder that says which destination has it.
  package static let claim = "name"

  private let root: String
  private let files: any FileSystem
  /// The folders that were asked for, each with its destination's name.
  private let taken = Locked<[String: String]>([:])

  /// `root` is the folder of all destinations.
  init(_ root: String, files: any FileSystem) {
    self.root = root
    self.files = files
  }

  /// The folder of the destination of this name, the same as long as the process runs.
  func folder(of name: String) -> String {
    if let folder = known(name) { return folder }
    let folder = choice(name)
    taken.withLock { if $0[folder] == nil { $0[folder] = name } }
    return folder
  }

  /// Whether what the app has set for a name is meant for the destination of this folder.
  ///
  /// It may also say what an earlier version made of the name, unless another destination here is called that.
  func means(_ text: String, _ folder: String) -> Bool {
    if let own = known(text) { return own == folder }
    let name = taken.withLock { $0[folder] } ?? folder
    return FileName.hashed(text) == folder || FileName.safe(text) == FileName.safe(name)
  }

  private func known(_ name: String) -> String? {
    // Texts that are equal may differ in their bytes.
    taken.withLock { $0.first { $0.value.utf8.elementsEqual(name.utf8) }?.key }
  }

  private func choice(_ name: String) -> String {
    let (own, former) = (FileName.hashed(name), FileName.safe(name))
    guard name != former || FileName.standsForOthers(name) else { return name }
    let present = (try? files.list(root)) ?? []
    if present.contains(own) { return own }
    guard name == former || present.contains(former) else { return own }
    return belongs(former, to: name) ? former : own
  }

  /// True as well when it cannot be written down whose it is: the cursor in it is not to be left behind.
  private func belongs(_ folder: String, to name: String) -> Bool {
    do throws(FileError) {
      let path = "\(root)/\(folder)"
      try files.makeDirectory(path)
      let owner = try NameClaim("\(path)/\(Self.claim)", in: files).owner(orElse: name)
      return owner == Array(name.utf8)
    } catch {
      return true
    }
  }
}
