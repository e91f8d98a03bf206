extension FileSystem {
  /// Returns the names in a folder; none when it does not exist, or a file is there instead.
  package func namesIfPresent(in folder: String) throws(FileError) -> [String] {
    do throws(FileError) {
      return try list(folder)
    } catch {
      if error.code == FileError.missing || error.code == FileError.notDirectory { return [] }
      throw error
    }
  }

  /// Removes a file, or a folder and its contents, durably.
  ///
  /// A file that cannot be removed does not prevent the removal of others; the first error is
  /// thrown at the end.
  package func removeAll(_ path: String) throws(FileError) {
    let refusal: FileError
    do throws(FileError) {
      return try remove(path)
    } catch {
      refusal = error
    }
    // Systems differ in the error for unlinking a folder: a path that can be listed is a folder.
    guard let names = try? list(path) else {
      if refusal.code == FileError.missing { return }
      throw refusal
    }
    try removeAll(names, in: path)
    do throws(FileError) {
      try syncDirectory(path)
      try removeDirectory(path)
    } catch {
      // Another process removes the same folder.
      guard error.code == FileError.missing else { throw error }
    }
  }

  /// Removes some of the contents of a folder.
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
