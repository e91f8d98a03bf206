/// What lies in the folder of the destinations, whoever put it there.
enum DestinationFolders {
  /// What is known of a destination that this process does not deliver to.
  enum Standing {
    /// It is none: a file that somebody left, a folder without a cursor, or a cursor that was never written to.
    case none
    case cursor(Cursor)
    /// It has one that cannot be read, now or ever.
    case unknown
  }

  /// Nil when that cannot be read now.
  static func names(_ folder: String, _ files: any FileSystem) -> [String]? {
    do throws(FileError) {
      return try files.list(folder)
    } catch {
      return isNothing(error) ? [] : nil
    }
  }

  static func standing(
    of name: String, in folder: String, _ files: any FileSystem
  ) -> Standing {
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
