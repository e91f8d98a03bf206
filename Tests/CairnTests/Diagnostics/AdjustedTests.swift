import Cairn
import CairnTesting
import Testing

@Suite struct AdjustedTests {
  @Test("mappingWarnings are counted by reason, and the first of each is logged")
  func count() {
    let said = Locked<[String]>([])
    let mappingWarnings = MappingWarnings(of: "vendor")
    let context = DestinationContext(
      "/memory", files: InMemoryFileSystem(), milliseconds: 0,
      diagnostics: Diagnostics { line in
        said.withLock { $0.append("\(line.level) \(line.code): \(line.message)") }
      }, mappingWarnings: mappingWarnings)
    for what in ["name cut", "property left out", "name cut"] { context.count(what) }
    #expect(mappingWarnings.counts == ["name cut": 2, "property left out": 1])
    #expect(
      said.withLock { $0 } == [
        "notice destination.adjusted: vendor: name cut",
        "notice destination.adjusted: vendor: property left out",
      ])
  }

  @Test("reasons without number are counted together beyond the first hundred")
  func bounded() {
    let mappingWarnings = MappingWarnings(of: "vendor")
    let context = DestinationContext(
      "/memory", files: InMemoryFileSystem(), milliseconds: 0, diagnostics: Diagnostics { _ in },
      mappingWarnings: mappingWarnings)
    for number in 0..<1_000 { context.count("reason \(number)") }
    #expect(mappingWarnings.counts.count == 101)
    #expect(mappingWarnings.counts["others"] == 900)
  }
}
