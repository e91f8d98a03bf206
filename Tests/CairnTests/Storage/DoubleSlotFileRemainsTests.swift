import Cairn
import CairnTesting
import Testing

@Suite struct DoubleSlotFileRemainsTests {
  @Test("no part of a longer value remains after a shorter one, also in another launch")
  func remains() throws {
    let files = InMemoryFileSystem()
    try files.makeDirectory("/data")
    func open() throws -> DoubleSlotFile {
      try DoubleSlotFile("/data/value", magic: 7, slotSize: 1_024, files: files)
    }
    let first = try open()
    for _ in 1...2 { try first.write([UInt8](repeating: UInt8(ascii: "x"), count: 700)) }
    try first.write([1])
    try open().write([2])
    let bytes = try OpenFile("/data/value", .read, in: files).read(2_048, at: 0)
    #expect(bytes.count { $0 == UInt8(ascii: "x") } == 0)
    #expect(try open().slots.map(\.content) == [[2], [1]])
  }

  @Test("a value longer than its slot is not reported as a full disk, and replaces nothing")
  func tooLong() throws {
    let files = InMemoryFileSystem()
    let file = try DoubleSlotFile("/value", magic: 7, slotSize: 1_024, files: files)
    try file.write([1])
    let error = #expect(throws: FileError.self) {
      try file.write([UInt8](repeating: 2, count: 1_024))
    }
    #expect(try StorageProblem(#require(error)) == .device)
    #expect(
      try DoubleSlotFile("/value", magic: 7, slotSize: 1_024, files: files).slots.map(\.content)
        == [[1]])
  }
}
