import Cairn
import CairnTesting
import Testing

@Suite struct SlotFileRemainsTests {
  @Test("nothing of a longer value is left behind a shorter one, also in another launch")
  func remains() throws {
    let files = VolatileFileSystem()
    try files.makeDirectory("/data")
    func open() throws -> SlotFile {
      try SlotFile("/data/value", magic: 7, slotSize: 1_024, files: files)
    }
    let first = try open()
    for _ in 1...2 { try first.write([UInt8](repeating: UInt8(ascii: "x"), count: 700)) }
    try first.write([1])
    try open().write([2])
    let bytes = try OpenFile("/data/value", .read, in: files).read(2_048, at: 0)
    #expect(bytes.count { $0 == UInt8(ascii: "x") } == 0)
    #expect(try open().slots.map(\.content) == [[2], [1]])
  }
}
