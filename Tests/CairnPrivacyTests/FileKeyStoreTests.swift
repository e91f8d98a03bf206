#if canImport(CryptoKit) || Crypto
import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPrivacy

@Suite("Keys in files")
struct FileKeyStoreTests {
  private let folder = Folder()
  private var store: FileKeyStore {
    FileKeyStore(directory: folder.url.appendingPathComponent("k"))
  }
  private var path: String { folder.path + "/k/app.key" }

  @Test("a key is created once, accessible only to this user, and another instance has another")
  func made() throws {
    let key = try store.key(for: "app")
    #expect(key.count == 32 && Set(key).count > 8)
    #expect(try store.key(for: "app") == key)
    #expect(try store.key(for: "other") != key)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("concurrent callers get the same key, or an error to wait")
  func simultaneous() async throws {
    let store = store
    let keys = await withTaskGroup(of: [UInt8]?.self) { group in
      for _ in 0..<16 { group.addTask { try? store.key(for: "app") } }
      return await group.reduce(into: Set<[UInt8]>()) { keys, key in
        if let key { keys.insert(key) }
      }
    }
    #expect(keys == [try store.key(for: "app")])
  }

  @Test(
    "a destroyed key is gone, and the next one differs; destroying a missing key is not an error")
  func destroyed() throws {
    let key = try store.key(for: "app")
    try store.destroyKey(for: "app")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try store.key(for: "app") != key)
    try store.destroyKey(for: "none")
  }

  @Test("a key and the name of its file are on the disk before a caller gets it")
  func onDisk() throws {
    let calls = Locked<[String]>([])
    let files = FaultyFileSystem(PosixFileSystem()) { called in
      calls.withLock { $0.append(called.name) }
      return .none
    }
    _ = try FileKeyStore(folder.path + "/k", files).key(for: "app")
    #expect(calls.withLock { $0 }.suffix(3) == ["write", "sync", "syncDirectory"])
    // If either fails, no key is returned that a power failure could lose.
    for (number, call) in ["sync", "syncDirectory"].enumerated() {
      let failing = FaultyFileSystem(PosixFileSystem()) { called in
        called.name == call ? .fail(EIO) : .none
      }
      #expect(throws: FileError.self) {
        try FileKeyStore(folder.path + "/k", failing).key(for: "failing \(number)")
      }
    }
  }

  @Test("the bytes of a destroyed key are zeros on the disk before its file is removed")
  func overwritten() throws {
    let key = try store.key(for: "app")
    let calls = Locked<[String]>([])
    let left = Locked<[UInt8]>([])
    let path = path
    let files = FaultyFileSystem(PosixFileSystem()) { called in
      calls.withLock { $0.append(called.name) }
      if called.name == "remove", let bytes = FileManager.default.contents(atPath: path) {
        left.withLock { $0 = Array(bytes) }
      }
      return .none
    }
    try FileKeyStore(folder.path + "/k", files).destroyKey(for: "app")
    #expect(left.withLock { $0 } == [UInt8](repeating: 0, count: 2 * key.count + 1))
    #expect(
      Array(calls.withLock { $0.drop { $0 != "write" } }.prefix(4).filter { $0 != "status" })
        == ["write", "sync", "remove", "syncDirectory"])
  }

  @Test("an empty file gets a key; one with other content is not changed")
  func strange() throws {
    _ = try store.key(for: "app")
    try Data().write(to: URL(fileURLWithPath: path))
    let key = try store.key(for: "app")
    #expect(try store.key(for: "app") == key)
    for text in ["x", String(repeating: "g", count: 64), String(repeating: "0", count: 66)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: KeyStoreError.self) { try store.key(for: "app") }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(text.utf8))
    }
  }
}

extension FileKeyStoreTests {
  @Test(
    "a caller that gets a key while one is destroyed has one that is on the disk, at any call",
    arguments: ["open", "lock", "status", "write", "sync", "remove", "syncDirectory"])
  func whileDestroying(call: String) throws {
    _ = try store.key(for: "app")
    let other = store
    let made = Locked<[[UInt8]]>([])
    let isAsked = Locked(false)
    let files = FaultyFileSystem(PosixFileSystem()) { called in
      let isNow = called.name == call && !isAsked.withLock { $0 }
      guard isNow else { return .none }
      isAsked.withLock { $0 = true }
      let key = try? other.key(for: "app")
      if let key { made.withLock { $0.append(key) } }
      return .none
    }
    let before = try store.key(for: "app")
    let destroying = FileKeyStore(folder.url.appendingPathComponent("k").path, files)
    let isDestroyed = (try? destroying.destroyKey(for: "app")) != nil
    let now = try store.key(for: "app")
    #expect(isDestroyed == (now != before))
    // Keys from before the destruction are the old one or the new one; there is no third.
    for key in made.withLock({ $0 }) { #expect(key == now || key == before) }
  }

  static let alike = [
    "a_b", "a b", "a/b", "__", "日本", "中国", "Shop", "shop", "SHOP", "é", "e\u{301}",
  ]

  @Test(
    "instances with names that differ only in invalid file name characters have separate keys",
    arguments: [alike, alike.reversed()])
  func apart(names: [String]) throws {
    var keys = try names.map { try store.key(for: $0) }
    #expect(Set(keys).count == names.count)
    for (place, name) in names.enumerated() {
      #expect(try names.map { try store.key(for: $0) } == keys)
      try store.destroyKey(for: name)
      keys[place] = try store.key(for: name)
    }
    #expect(Set(keys).count == names.count)
  }

  @Test(
    "a key of an earlier version belongs to the first instance that requests it, and stays with it",
    arguments: [("日本", "中国"), ("__", "日本"), ("日本", "__"), ("Shop", "SHOP")])
  func former(first: String, second: String) throws {
    let old = try store.key(for: "old")
    let name = FileName.safe(first)
    try FileManager.default.moveItem(
      atPath: folder.path + "/k/old.key", toPath: folder.path + "/k/\(name).key")
    #expect(try store.key(for: first) == old)
    let other = try store.key(for: second)
    #expect(other != old)
    #expect(try store.key(for: first) == old)
    try store.destroyKey(for: second)
    #expect(try store.key(for: first) == old)
    try store.destroyKey(for: first)
    #expect(try store.key(for: first) != old)
  }
}
#endif
