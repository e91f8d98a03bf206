import Foundation
import Testing

@testable import CairnCollector

@Suite("A table as a file is read as the same table")
struct DataTableTests {
  private func table(_ text: String) -> DataTable {
    DataTable(
      name: "events", caption: "Events",
      columns: [
        .init(name: "name", title: "Name"), .init(name: "1: \(text)", title: "n", isNumeric: true),
        .init(name: "share", title: "Share"), .init(name: "time", title: "Time"),
      ], rows: [[.text(text), .number(-5), .share(1, of: 3), .time(1_800_000_000_000_000)]])
  }

  @Test(
    "a text is quoted, and no formula for a spreadsheet",
    arguments: [
      ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\""),
      ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@SUM(A1)", "\"'@SUM(A1)\""),
      ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""), ("é", "é"), ("", ""),
      (" =1", "\"' =1\""), ("\u{FEFF}=1", "\"'\u{FEFF}=1\""), ("＝1+1", "\"'＝1+1\""),
      (" a", "\" a\""),
    ])
  func quoting(text: String, expected: String) {
    #expect(DataTable.quoted(text) == expected)
  }

  @Test("numbers stay numbers, and times have their zone")
  func csv() throws {
    let berlin = try #require(ZonedTime("Europe/Berlin"))
    #expect(
      table("a").csv(berlin)
        == "name,\"1: a\",share,time\r\na,-5,0.3333,2027-01-15T09:00:00.000000+01:00\r\n")
  }

  @Test("JSON is valid for every text, also of a column", arguments: ["a", #"x":1,"y"#, "\u{1}\\"])
  func json(text: String) throws {
    let rows = try JSONDecoder().decode(
      [[String: JSONValue]].self, from: Data(table(text).json(ZonedTime()).utf8))
    #expect(rows.count == 1 && rows[0].count == 4)
    #expect(rows[0]["name"] == .string(text) && rows[0]["1: \(text)"] == -5)
  }

  @Test("a cell of a page is escaped, and a table without rows explains what to do")
  func html() {
    #expect(table("<b>").html(ZonedTime()).text.contains("<bdi>&lt;b&gt;</bdi>"))
    var empty = table("a")
    empty.rows = []
    empty.empty = "No events yet."
    #expect(empty.html(ZonedTime()).text == "<p class=\"empty\">No events yet.</p>")
  }
}
