import Cairn
import CairnSQLite

/// The memory that SQLite reserves for an open file.
struct SQLiteHandle {
  var base = sqlite3_file()
  var file: Unmanaged<VirtualFile>?
  var owner: Unmanaged<SQLiteFiles>?

  static func at(_ pointer: UnsafeMutablePointer<sqlite3_file>?) -> SQLiteHandle? {
    guard let pointer else { return nil }
    return UnsafeMutableRawPointer(pointer).load(as: SQLiteHandle.self)
  }
}

/// The result codes that the C header declares as expressions.
enum SQLiteCode {
  static let shortRead: Int32 = 10 | 2 << 8
  static let readFailed: Int32 = 10 | 1 << 8
  static let writeFailed: Int32 = 10 | 3 << 8
}

extension sqlite3_vfs {
  static func reading(name: UnsafePointer<CChar>) -> sqlite3_vfs {
    var table = sqlite3_vfs()
    table.iVersion = 1
    table.szOsFile = Int32(MemoryLayout<SQLiteHandle>.size)
    table.mxPathname = 4_096
    table.zName = name
    table.xOpen = { table, path, file, flags, outFlags in
      guard let table, let path, let file,
        let owner = table.pointee.pAppData.map({ Unmanaged<SQLiteFiles>.fromOpaque($0) })
      else { return SQLITE_CANTOPEN }
      let handle = UnsafeMutableRawPointer(file)
      handle.initializeMemory(as: SQLiteHandle.self, to: SQLiteHandle())
      let files = owner.takeUnretainedValue()
      let creates = flags & SQLITE_OPEN_MAIN_DB == 0
      guard let opened = files.open(String(cString: path), creates: creates) else {
        return SQLITE_CANTOPEN
      }
      var state = SQLiteHandle()
      state.base.pMethods = UnsafePointer(files.methods)
      state.file = Unmanaged.passRetained(opened)
      state.owner = owner
      handle.storeBytes(of: state, as: SQLiteHandle.self)
      outFlags?.pointee = flags
      return SQLITE_OK
    }
    table.xDelete = { table, path, _ in
      guard let path, let owner = table?.pointee.pAppData else { return SQLITE_OK }
      Unmanaged<SQLiteFiles>.fromOpaque(owner).takeUnretainedValue().remove(String(cString: path))
      return SQLITE_OK
    }
    table.xAccess = { table, path, _, result in
      guard let path, let owner = table?.pointee.pAppData else { return SQLITE_OK }
      let files = Unmanaged<SQLiteFiles>.fromOpaque(owner).takeUnretainedValue()
      result?.pointee = files.exists(String(cString: path)) ? 1 : 0
      return SQLITE_OK
    }
    table.xFullPathname = { _, path, capacity, result in
      guard let path, let result else { return SQLITE_CANTOPEN }
      var place = 0
      while place < capacity {
        result[place] = path[place]
        if path[place] == 0 { return SQLITE_OK }
        place += 1
      }
      return SQLITE_CANTOPEN
    }
    // No query uses randomness or the time.
    table.xRandomness = { _, count, bytes in
      for place in 0..<Int(count) { bytes?[place] = 0 }
      return count
    }
    table.xSleep = { _, duration in duration }
    table.xCurrentTime = { _, time in
      time?.pointee = 0
      return SQLITE_OK
    }
    table.xGetLastError = { _, _, _ in 0 }
    return table
  }
}

extension sqlite3_io_methods {
  static var reading: sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { file in
      SQLiteHandle.at(file)?.file?.release()
      return SQLITE_OK
    }
    methods.xRead = { file, bytes, count, offset in
      guard let handle = SQLiteHandle.at(file), let bytes, let owner = handle.owner,
        let opened = handle.file?.takeUnretainedValue()
      else { return SQLiteCode.readFailed }
      let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
      return owner.takeUnretainedValue().access(SQLiteCode.readFailed) { () throws(FileError) in
        let number = try opened.read(into: buffer, at: Int(offset))
        return number == buffer.count ? SQLITE_OK : SQLiteCode.shortRead
      }
    }
    methods.xWrite = { file, bytes, count, offset in
      guard let handle = SQLiteHandle.at(file), let bytes, let owner = handle.owner,
        let opened = handle.file?.takeUnretainedValue()
      else { return SQLiteCode.writeFailed }
      let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      return owner.takeUnretainedValue().access(SQLiteCode.writeFailed) { () throws(FileError) in
        try opened.write(buffer, at: Int(offset)) ? SQLITE_OK : SQLITE_FULL
      }
    }
    methods.xTruncate = { file, size in
      SQLiteHandle.at(file)?.file?.takeUnretainedValue().truncate(to: Int(size))
      return SQLITE_OK
    }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { file, size in
      let opened = SQLiteHandle.at(file)?.file?.takeUnretainedValue()
      size?.pointee = Int64(opened?.size ?? 0)
      return SQLITE_OK
    }
    methods.xLock = { _, _ in SQLITE_OK }
    methods.xUnlock = { _, _ in SQLITE_OK }
    methods.xCheckReservedLock = { _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in 4_096 }
    methods.xDeviceCharacteristics = { _ in 0 }
    return methods
  }
}
