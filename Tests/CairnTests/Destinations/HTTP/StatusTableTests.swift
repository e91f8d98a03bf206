import Cairn
import Testing

@Suite struct StatusTableTests {
  @Test(
    "each status has the meaning in the table",
    arguments: [
      ([200, 201, 202, 204, 207, 299], StatusTable.Meaning.accepted),
      ([400, 405, 406, 409, 411, 412, 414, 415, 416, 422, 431, 451, 499, 501, 505], .refused),
      ([401, 402, 403, 404], .halted),
      ([413], .split),
      ([100, 301, 302, 303, 307, 308, 408, 410, 425, 429, 460], .later),
      ([500, 502, 503, 504, 507, 511, 520, 599, 0, -1, 1_000], .later),
    ] as [([Int], StatusTable.Meaning)])
  func standard(statuses: [Int], meaning: StatusTable.Meaning) {
    for status in statuses { #expect(StatusTable.standard[status] == meaning, "\(status)") }
  }

  @Test("a destination can change the meaning of a status")
  func changed() {
    var table = StatusTable.standard
    table[404] = .later
    table[500] = .refused
    #expect(table[404] == .later)
    #expect(table[403] == .halted)
    #expect(table[500] == .refused)
    #expect(table != .standard)
  }
}
