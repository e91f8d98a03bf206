/// The name of an instance's folder, in the folder of all instances.
///
/// Earlier versions replaced what a file's name may not hold, so that several instances shared a folder. Such a folder is
/// taken over by the first instance that could have made it; from then on the file `name` in it says whose it is.
struct InstanceName {
  /// The file in an instance's folder that says which instance took it over.
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

  /// True as well when it cannot be written down whose it is: the journal in it is not to be left behind.
  private func belongs(_ folder: String, to instance: String) -> Bool {
    // Nothing is written to a folder that will be refused.
    guard FolderTrust(files).objection(to: "\(root)/\(folder)") == nil else { return true }
    do throws(FileError) {
      let claim = NameClaim("\(root)/\(folder)/\(Self.claim)", in: files)
      return try claim.owner(orElse: instance) == Array(instance.utf8)
    } catch {
      return true
    }
  }
}
