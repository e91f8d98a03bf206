import Cairn
import Testing

/// The files of an upload that was handed over.
@Suite struct BackgroundUploadStoreTests {
  let files = InMemoryFileSystem()
  let key = BatchKey(high: 0x0193_5b6e_0b0a_7a27, low: 0x9a54_27c2_cd1f_5a11)
  var name: UploadName { UploadName(key: key, number: 7) }

  func store() throws -> BackgroundUploadStore {
    try files.makeDirectory("/d")
    return BackgroundUploadStore(directory: "/d", files: files)
  }

  func keep(_ answer: UploadAnswer, in store: BackgroundUploadStore) -> HTTPResponse? {
    #expect(store.keep(StoredUploadResponse(answer, at: 42), name))
    guard case .response(let response) = store.answer(name)?.answer else { return nil }
    return response
  }

  @Test("a stored answer is read back, with the relevant headers")
  func answer() throws {
    let store = try store()
    try store.write([1, 2], name, sync: true)
    #expect(store.find(key) == name)
    #expect(store.answer(name) == nil)
    let headers = ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Set-Cookie": "x"]
    let kept = keep(.response(HTTPResponse(status: 429, headers: headers, body: [7])), in: store)
    #expect(kept?.status == 429)
    #expect(kept?.headers == ["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"])
    #expect(kept?.body == [7])
    #expect(store.answer(name)?.receivedAt == 42)
    store.remove(name)
    #expect(try files.list("/d").isEmpty)
  }

  @Test("a stored answer that is truncated or changed anywhere is ignored")
  func torn() throws {
    let whole = StoredUploadResponse(.response(HTTPResponse(status: 200, body: [1, 2])), at: 9)
      .encoded()
    func isRead(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { StoredUploadResponse($0) != nil }
    }
    #expect(isRead(whole))
    for place in whole.indices {
      #expect(!isRead(Array(whole[..<place])))
      var changed = whole
      changed[place] ^= 1
      #expect(!isRead(changed), "byte \(place)")
    }
  }

  @Test("an answer that is too long to store counts as none, and is not truncated")
  func long() throws {
    let body = [UInt8](repeating: 32, count: StoredUploadResponse.longestBody + 1)
    let store = try store()
    try store.write([], name, sync: false)
    #expect(keep(.response(HTTPResponse(status: 200, body: body)), in: store) == nil)
    #expect(store.answer(name) != nil)
  }

  @Test("an answer for which nothing waits is not stored")
  func unawaited() throws {
    let store = try store()
    #expect(!store.keep(StoredUploadResponse(.none(reason: ""), at: 0), name))
    #expect(try files.list("/d").isEmpty)
  }

  @Test("a label is read again, and leads nowhere but into the folder")
  func label() {
    let label = UploadTaskLabel(destination: "http", name: name)
    #expect(label.description == "http/01935b6e-0b0a-7a27-9a54-27c2cd1f5a11_0000000000000007")
    #expect(UploadTaskLabel(label.description) == label)
    let hashed = UploadTaskLabel(destination: "__~ef46db3751d8e999", name: name)
    #expect(UploadTaskLabel(hashed.description) == hashed)
    for text in [
      "", "/", "~/\(name)", "../\(name)", "a b/\(name)", "http/\(key)", "http/\(name)/x",
    ] {
      #expect(UploadTaskLabel(text) == nil, "\(text)")
    }
  }
}
