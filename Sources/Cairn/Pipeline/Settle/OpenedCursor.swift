/// A destination's folder, opened: the cursor as the last run left it, or a new one at the oldest event.
package struct OpenedCursor {
  package let name: String
  package let path: String
  package let file: CursorFile
  package let cursor: Cursor

  package init(
    _ name: String, _ instancePath: String, _ files: any FileSystem, _ journal: Journal
  ) throws(FileError) {
    let segments = journal.segments()
    let unreadable = Set(journal.unreadable.map(\.lane))
    self.name = name
    path = "\(instancePath)/dest/\(name)"
    try files.makeDirectory(path)
    file = try CursorFile(path + "/state", files: files)
    var cursor = file.stored ?? Cursor()
    if file.stored == nil {
      cursor.join(segments, unreadable: unreadable)
      try file.commit(cursor, sync: false)
    }
    cursor.retireLanes(except: Set(segments.map(\.lane)).union(unreadable).union([journal.lane]))
    self.cursor = cursor
  }
}
