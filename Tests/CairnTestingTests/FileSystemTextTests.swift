import Cairn
import CairnTesting
import Testing

@Suite struct FileSystemTextTests {
  @Test("a word is found at each place in the bytes, and after a part of itself")
  func places() {
    for text in ["word", "a word", "word b", "wword", "wo word", "wowowoword"] {
      #expect(Array(text.utf8).holds(Array("word".utf8)), "\(text)")
    }
    for text in ["", "w", "wor", "wor d", "worwor"] {
      #expect(!Array(text.utf8).holds(Array("word".utf8)), "\(text)")
    }
  }

  @Test("files in folders are searched, and one that cannot be read may contain every text")
  func files() throws {
    let memory = InMemoryFileSystem()
    try memory.makeDirectory("/a/b")
    for (path, text) in [("/a/one", "word"), ("/a/b/two", "no"), ("/a/b/three", "a word")] {
      try OpenFile(path, .create, in: memory).write(Array(text.utf8), at: 0)
    }
    #expect(memory.paths(in: "/a") == ["/a/b/three", "/a/b/two", "/a/one"])
    #expect(memory.paths(in: "/a", holding: "word") == ["/a/b/three", "/a/one"])
    #expect(memory.paths(in: "/a", holding: "") == memory.paths(in: "/a"))
    #expect(memory.contents(of: "/a/b/two") == Array("no".utf8))
    #expect(memory.contents(of: "/a/none") == [])
    let faulty = FaultyFileSystem(memory) { call in
      call.name == "open" ? .fail(FileError.inputOutput) : .none
    }
    #expect(faulty.paths(in: "/a", holding: "word") == faulty.paths(in: "/a"))
  }
}
