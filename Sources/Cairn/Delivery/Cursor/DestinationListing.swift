/// The contents of the folder of all destinations.
enum DestinationListing {
  /// The state of a destination to which this process does not deliver.
  enum Status {
    /// There is no destination: a stray file, a folder without a cursor, or a cursor that was never
    /// written.
    case none
    case cursor(Cursor)
    /// The destination has a cursor that cannot be read, now or permanently.
    case unknown
  }

  /// Returns the names in the folder; nil when it cannot be read now.
  static func names(_ folder: String, _ files: any FileSystem) -> [String]? {
    do throws(FileError) {
      return try files.list(folder)
    } catch {
      return isNothing(error) ? [] : nil
    }
  }

  static func status(
    of name: String, in folder: String, _ files: any FileSystem
  ) -> Status {
    let path = "\(folder)/\(name)/state"
    do throws(FileError) {
      if let cursor = try CursorFile.read(path, files: files) { return .cursor(cursor) }
      return try CursorFile.isBlank(path, files: files) ? .none : .unknown
    } catch {
      return isNothing(error) ? .none : .unknown
    }
  }

  private static func isNothing(_ error: FileError) -> Bool {
    error.code == FileError.missing || error.code == FileError.notDirectory
  }
}
