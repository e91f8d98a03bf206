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
}
