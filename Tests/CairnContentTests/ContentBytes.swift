import Cairn
import CairnTesting

/// The files of a device in memory.
enum ContentBytes {
  /// Returns the files that contain the text; all files if it is empty.
  static func files(_ storage: TestStorage, holding needle: String) -> [String] {
    paths(storage, "/test").filter { path in
      let file = try? OpenFile(path, .read, in: storage.memory)
      let bytes = (try? file?.read(16 << 20, at: 0)) ?? []
      return String(decoding: bytes, as: UTF8.self).contains(needle)
    }.sorted()
  }

  private static func paths(_ storage: TestStorage, _ folder: String) -> [String] {
    ((try? storage.memory.list(folder)) ?? []).flatMap { name in
      let path = "\(folder)/\(name)"
      let below = paths(storage, path)
      return below.isEmpty ? [path] : below
    }
  }
}
