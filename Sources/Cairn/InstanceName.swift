/// The name of an instance's folder, in the folder of all instances.
///
/// Earlier versions replaced what a file's name may not hold, so that several instances shared a folder. Such a folder is
/// taken over by the first instance that could have made it; from then on the file `name` in it says whose it is.
struct InstanceName {
  /// The file in an instance's folder that says which instance took it over.
  static let claim = "name"
  private static let patience = 100

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
    do throws(FileError) {
      return try owner(of: "\(root)/\(folder)/\(Self.claim)", orElse: instance)
        == Array(instance.utf8)
    } catch {
      return true
    }
  }

  /// Who took it over, after this instance tried to.
  private func owner(of path: String, orElse instance: String) throws(FileError) -> [UInt8] {
    for _ in 0...Self.patience {
      let file = try openOrMake(path)
      // Who writes it has the lock, and writes it whole: what ends with a line's end is all of it.
      if let owner = try Self.read(file) { return owner }
      if try file.tryLock() {
        if let owner = try Self.read(file) { return owner }
        try file.write(Array(instance.utf8) + [UInt8(ascii: "\n")], at: 0)
        return Array(instance.utf8)
      }
      Pause.milliseconds(1)
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  private static func read(_ file: OpenFile) throws(FileError) -> [UInt8]? {
    let bytes = try file.read(try file.status().size, at: 0)
    return bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : nil
  }

  private func openOrMake(_ path: String) throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .create, in: files)
    } catch {
      guard error.code == FileError.exists else { throw error }
      return try OpenFile(path, .readWrite, in: files)
    }
  }
}
