/// The name of an instance's folder, in the folder of all instances.
///
/// Earlier versions replaced the characters that a file name may not contain, so several instances
/// could share one folder. Such a folder is taken over by the first instance that could have
/// created it; the file `name` in it then stores the owner.
struct InstanceName {
  /// The file in an instance's folder that stores the instance that took it over.
  static let claim = "name"

  let root: String
  let files: any FileSystem

  func folder(of instance: String) -> String {
    let (name, former) = (FileName.unique(instance), FileName.safe(instance))
    guard name != former, let present = try? files.list(root), !present.contains(name),
      present.contains(former)
    else { return name }
    return belongs(former, to: instance) ? former : name
  }

  /// Returns whether this instance owns the folder; also true when the owner cannot be written, so
  /// that the journal in the folder is not abandoned.
  private func belongs(_ folder: String, to instance: String) -> Bool {
    // Nothing is written to a folder that will be refused.
    guard FolderTrust(files).trustError(of: "\(root)/\(folder)") == nil else { return true }
    do throws(FileError) {
      let claim = NameOwnership("\(root)/\(folder)/\(Self.claim)", in: files)
      return try claim.owner(orElse: instance) == Array(instance.utf8)
    } catch {
      return true
    }
  }
}
