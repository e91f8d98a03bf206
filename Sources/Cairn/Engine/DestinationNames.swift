/// Assigns a folder to each destination of an instance: no two names share one.
///
/// Earlier versions replaced the characters that a file name may not contain, so several
/// destinations could share one folder and one cursor. Such a folder is taken over by the first
/// destination that could have created it; the file `name` in it then stores the owner.
package final class DestinationNames: Sendable {
  /// The file in a destination's folder that stores the destination's name.
  package static let claim = "name"

  private let root: String
  private let files: any FileSystem
  /// The folders in use, each with its destination's name.
  private let taken = Locked<[String: String]>([:])

  /// Creates the assignment; `root` is the folder of all destinations.
  init(_ root: String, files: any FileSystem) {
    self.root = root
    self.files = files
  }

  /// Returns the folder of the destination with this name; it is the same as long as the process
  /// runs.
  func folder(of name: String) -> String {
    if let folder = known(name) { return folder }
    let folder = choice(name)
    taken.withLock { if $0[folder] == nil { $0[folder] = name } }
    return folder
  }

  /// Returns whether a name in the app's settings refers to the destination with this folder.
  ///
  /// The name may also be the one that an earlier version derived from it, unless another
  /// destination here has that name.
  func means(_ text: String, _ folder: String) -> Bool {
    if let own = known(text) { return own == folder }
    let name = taken.withLock { $0[folder] } ?? folder
    return FileName.hashed(text) == folder || FileName.safe(text) == FileName.safe(name)
  }

  private func known(_ name: String) -> String? {
    // Strings that are equal may differ in their bytes.
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

  /// Returns whether this destination owns the folder; also true when the owner cannot be written,
  /// so that the cursor in the folder is not abandoned.
  private func belongs(_ folder: String, to name: String) -> Bool {
    do throws(FileError) {
      let path = "\(root)/\(folder)"
      try files.makeDirectory(path)
      let owner = try NameOwnership("\(path)/\(Self.claim)", in: files).owner(orElse: name)
      return owner == Array(name.utf8)
    } catch {
      return true
    }
  }
}
