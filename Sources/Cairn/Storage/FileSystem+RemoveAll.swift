extension FileSystem {
  /// Removes a file, or a folder and all in it; what is removed stays so after a loss of power.
  ///
  /// What cannot be removed keeps nothing else from it; the first failure is thrown at the end.
  package func removeAll(_ path: String) throws(FileError) {
    let refusal: FileError
    do throws(FileError) {
      return try remove(path)
    } catch {
      refusal = error
    }
    // Systems disagree about what it is to unlink a folder: it is one when it can be listed.
    guard let names = try? list(path) else {
      if refusal.code == FileError.missing { return }
      throw refusal
    }
    try removeAll(names, in: path)
    do throws(FileError) {
      try syncDirectory(path)
      try removeDirectory(path)
    } catch {
      // Another process removes the same.
      guard error.code == FileError.missing else { throw error }
    }
  }

  /// The same for some of what is in a folder.
  package func removeAll(_ names: [String], in folder: String) throws(FileError) {
    var failure: FileError?
    for name in names {
      do throws(FileError) {
        try removeAll("\(folder)/\(name)")
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
