import Cairn
import CairnContent
import CairnTesting
import Testing

@Suite struct DefinitionsTests {
  let files: any FileSystem

  init() throws {
    files = InMemoryFileSystem()
    try files.makeDirectory("/data")
  }

  func open(_ files: any FileSystem) -> Definitions {
    Definitions(
      .experiences("/data/experiences", files: files), diagnostics: Diagnostics { _ in })
  }

  func definition(_ number: Int, text: String = "text") -> ExperienceDefinition {
    ExperienceDefinition(
      id: "mobile-\(number)", assets: [ContentItem("\(number).jpg", styles: ["w": 3])],
      texts: [ContentItem(text)])
  }

  @Test("the last hundred used experiences are kept, in this launch and in the next")
  func hundred() {
    let definitions = open(files)
    for number in 1...100 { definitions.register(definition(number)) }
    _ = definitions.use("mobile-1")
    definitions.register(definition(101))
    #expect(definitions.use("mobile-2") == nil)
    #expect(definitions.use("mobile-1") == definition(1))
    #expect(definitions.all.count == 100)
    #expect(open(files).all.map(\.id) == ((3...100) + [1, 101]).map { "mobile-\($0)" })
    definitions.storeOrder()
    let next = open(files)
    #expect(next.all.map(\.id) == ((3...101) + [1]).map { "mobile-\($0)" })
    #expect(next.all == definitions.all)
  }

  @Test("an unchanged order of the experiences is not written")
  func unchangedOrder() {
    let counting = FaultyFileSystem(files) { _ in .none }
    let definitions = open(counting)
    for number in 1...2 { definitions.register(definition(number)) }
    let calls = counting.calls
    _ = definitions.use("mobile-2")
    definitions.storeOrder()
    #expect(counting.calls == calls)
    _ = definitions.use("mobile-1")
    #expect(counting.calls == calls)
    definitions.storeOrder()
    #expect(counting.calls == calls + 1)
    definitions.storeOrder()
    #expect(counting.calls == calls + 1)
  }

  @Test("an experience that is registered again has no location")
  func again() {
    let definitions = open(files)
    definitions.register(definition(1))
    definitions.see("mobile-1", at: "home")
    #expect(open(files).all.map(\.lastLocation) == ["home"])
    definitions.register(definition(1))
    #expect(open(files).all == [definition(1)])
  }

  @Test("definitions that exceed the file are kept in memory, and the last used ones on the disk")
  func tooMuch() {
    let definitions = open(files)
    let text = String(repeating: "x", count: 4_000)
    for number in 1...60 { definitions.register(definition(number, text: text)) }
    #expect(definitions.all.count == 60)
    let next = open(files).all
    #expect(next.count > 20)
    #expect(next == definitions.all.suffix(next.count))
  }

  @Test(
    "a definition larger than the file is only in memory, displaces no other, and is logged once"
  )
  func larger() {
    let lines = Locked<[String]>([])
    let definitions = Definitions(
      .experiences("/data/experiences", files: files),
      diagnostics: Diagnostics { line in lines.withLock { $0.append(line.code) } })
    let text = String(repeating: "x", count: PersistedValue.experiencesSize)
    for number in 1...3 { definitions.register(definition(number)) }
    definitions.register(definition(4, text: text))
    definitions.register(definition(5))
    #expect(definitions.all.count == 5)
    #expect(open(files).all == [1, 2, 3, 5].map { definition($0) })
    #expect(lines.withLock { $0 } == ["content.definitions"])
  }

  @Test("the time of use is stored with the next definition, and not before")
  func places() {
    let definitions = open(files)
    definitions.register(definition(1))
    definitions.see("mobile-1", at: "home", storing: false)
    #expect(definitions.all.map(\.lastLocation) == ["home"])
    #expect(open(files).all.map(\.lastLocation) == [nil])
    definitions.register(definition(2))
    #expect(open(files).all.map(\.lastLocation) == ["home", nil])
  }

  @Test("a program that dies at any call leaves the definitions before or after it")
  func crash() throws {
    for calls in 0..<12 {
      let disk = SimulatedDisk()
      try disk.makeProcess().makeDirectory("/data")
      open(disk.makeProcess()).register(definition(1))
      let process = disk.makeProcess()
      disk.interrupt(process, afterCalls: calls) { disk.kill(process) }
      open(process).register(definition(2))
      let left = open(disk.makeProcess()).all
      #expect(left == [definition(1)] || left == [definition(1), definition(2)], "\(calls)")
    }
  }
}
