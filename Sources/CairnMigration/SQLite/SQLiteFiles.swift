import Cairn
import CairnSQLite

/// Gives SQLite the files of a `FileSystem`, for reading only.
///
/// SQLite needs a table of C functions for that, which is registered under a name of its own while
/// the database is open. There is no shared memory: the one connection has the database for
/// itself, and keeps the index of a write-ahead log in its own memory.
final class SQLiteFiles {
  let files: any FileSystem
  let name: String
  private let table: UnsafeMutablePointer<sqlite3_vfs>
  private let nameBytes: UnsafeMutablePointer<CChar>
  let methods: UnsafeMutablePointer<sqlite3_io_methods>
  private var opened: [String: VirtualFile] = [:]
  private var removed: Set<String> = []
  /// The error of the file system that SQLite was told of; nil when all calls succeeded.
  fileprivate(set) var failure: FileError?

  init(_ files: any FileSystem) {
    self.files = files
    table = .allocate(capacity: 1)
    methods = .allocate(capacity: 1)
    methods.initialize(to: .reading)
    // The address of the table is the name: it is unique as long as the table is registered.
    name = "cairn-\(UInt(bitPattern: table))"
    nameBytes = .allocate(capacity: name.utf8.count + 1)
    for (place, byte) in name.utf8.enumerated() { nameBytes[place] = CChar(bitPattern: byte) }
    nameBytes[name.utf8.count] = 0
    table.initialize(to: .reading(name: nameBytes))
    table.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_vfs_register(table, 0)
  }

  deinit {
    sqlite3_vfs_unregister(table)
    table.deallocate()
    methods.deallocate()
    nameBytes.deallocate()
  }

  /// Returns the file at a path; nil when there is none, and it is not to be created.
  func open(_ path: String, creates: Bool) -> VirtualFile? {
    if let file = opened[path] { return file }
    do throws(FileError) {
      let file = removed.contains(path) ? nil : try existing(path)
      guard file != nil || creates else { return nil }
      let virtual = try VirtualFile(file)
      opened[path] = virtual
      return virtual
    } catch {
      failure = error
      return nil
    }
  }

  private func existing(_ path: String) throws(FileError) -> OpenFile? {
    do throws(FileError) {
      return try files.isFolder(path) ? nil : OpenFile(path, .read, in: files)
    } catch {
      if error.code == FileError.missing { return nil }
      throw error
    }
  }

  func exists(_ path: String) -> Bool {
    if let file = opened[path] { return file.size > 0 }
    return open(path, creates: false) != nil
  }

  func remove(_ path: String) {
    opened[path] = nil
    removed.insert(path)
  }

  /// Performs an access of the file system; returns the code for SQLite.
  func access(_ failureCode: Int32, _ body: () throws(FileError) -> Int32) -> Int32 {
    do throws(FileError) {
      return try body()
    } catch {
      failure = error
      return failureCode
    }
  }
}
