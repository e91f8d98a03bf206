import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// Reads do not wait for writes.
@Suite struct VisitorReadTests {
  let shelf = VisitorShelf()
  let held = HeldCalls()

  private func open(most: Int = VisitorStore.most, consents: ConsentStore? = nil) -> VisitorStore {
    let files = held.files(shelf.disk.makeProcess())
    return VisitorStore(shelf.folder(files, consents), most: most)
  }

  private func consents() -> ConsentStore {
    ConsentStore(
      "/data", files: InMemoryFileSystem(), standard: .granted, diagnostics: Diagnostics { _ in })
  }

  @Test("a reader does not wait for a change that is being written, and sees it when it is stored")
  func change() {
    let store = open()
    store.put("a", "1")
    let calls = held.holdEach {
      store.put("b", "\($0)")
    } while: { number in
      #expect(store.variation("a") == "1")
      #expect(store.variation("b") == (number > 0 ? "\(number - 1)" : nil))
    }
    #expect(calls ?? 0 > 1)
    #expect(store.variation("b") == calls.map(String.init))
  }

  @Test("a change that the disk refuses is seen when it has been refused")
  func refusal() {
    let store = open()
    shelf.disk.refuse(with: FileError.noSpace)
    let calls = held.holdEach {
      store.put("b", "\($0)")
    } while: { number in
      #expect(store.variation("b") == (number > 0 ? "\(number - 1)" : nil))
    }
    #expect(calls ?? 0 > 0)
    #expect(store.variation("b") == calls.map(String.init))
  }

  @Test("a reader waits neither for a compaction nor for a sync")
  func compaction() {
    let store = open()
    store.put("a", "1")
    let calls = held.holdEach { number in
      store.put("b", "\(number)")
      store.forget("b")
      try? store.sync()
    } while: { _ in
      #expect(store.variation("a") == "1")
    }
    #expect(calls ?? 0 > 5)
    #expect(store.state(of: "b") == VisitorState())
  }

  @Test("a visitor who is read while a change is written counts as used before it")
  func order() {
    let store = open(most: 2)
    store.put("a", "1")
    store.put("b", "1")
    let calls = held.holdEach {
      store.put("new-\($0)", "1")
    } while: { _ in
      #expect(store.variation("a") == "1")
    }
    #expect(calls ?? 0 > 1)
    #expect(store.variation("b") == nil)
  }

  @Test("after an erasure no erased state is read, also if it was being written")
  func erasure() {
    let consents = consents()
    let store = open(consents: consents)
    let found = Locked<[VisitorState]>([])
    let calls = held.holdEach { [shelf] number in
      // Data of the previous call does not reappear either.
      found.withLock { $0.append(store.state(of: "a")) }
      shelf.erase(consents)
      store.put("a", "\(number)")
    } while: { _ in
      shelf.erase(consents)
      #expect(store.state(of: "a") == VisitorState())
    }
    #expect(calls ?? 0 > 5)
    #expect(found.withLock { Set($0) } == [VisitorState()])
    // The last call was not delayed, and no erasure followed it.
    #expect(store.variation("a") == calls.map(String.init))
  }

  @Test(
    "after an erasure a reader does not use the disk; a change reads what others stored since"
  )
  func others() {
    let (first, second) = (consents(), consents())
    let calls = FaultyFileSystem(shelf.disk.makeProcess()) { _ in .none }
    let store = VisitorStore(shelf.folder(calls, first))
    let other = open(consents: second)
    store.put("a", "erased")
    for consents in [first, second] { shelf.erase(consents) }
    other.put("a", "since")
    let before = calls.calls
    #expect(store.state(of: "a") == VisitorState())
    #expect(calls.calls == before)
    #expect(store.latestState(of: "a").bucketing == ["e": "since"])
    #expect(store.variation("a") == "since")
  }

  @Test("while nothing may be stored, a reader does not use the disk")
  func denied() {
    shelf.open().put("a", "1")
    let consents = ConsentStore(
      "/data", files: InMemoryFileSystem(), standard: .denied, diagnostics: Diagnostics { _ in })
    let files = FaultyFileSystem(shelf.disk.makeProcess()) { _ in .none }
    let store = VisitorStore(shelf.folder(files, consents))
    store.put("b", "1")
    #expect(store.variation("b") == "1")
    #expect(store.variation("a") == nil)
    #expect(files.calls == 0)
  }
}
