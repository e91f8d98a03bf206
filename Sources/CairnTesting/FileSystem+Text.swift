package import Cairn
import Foundation

/// A search in all files of a folder, for tests that nothing of a user is left.
extension FileSystem {
  /// Returns the paths of the files in a folder and in the folders in it, in order.
  ///
  /// An empty folder counts as a file.
  package func paths(in folder: String) -> [String] {
    ((try? list(folder)) ?? []).flatMap { name in
      let below = paths(in: "\(folder)/\(name)")
      return below.isEmpty ? ["\(folder)/\(name)"] : below
    }.sorted()
  }

  /// Returns the paths of the files in a folder that contain the text; all files if it is empty.
  ///
  /// A file that cannot be read may contain it, and is among them; one that was removed since is
  /// not.
  package func paths(in folder: String, holding text: String) -> [String] {
    let text = Array(text.utf8)
    return paths(in: folder).filter { path in
      guard !text.isEmpty else { return true }
      do throws(FileError) {
        return try bytes(of: path).holds(text)
      } catch {
        return error.code != ENOENT
      }
    }
  }

  /// Returns the bytes of a file; none when it cannot be read.
  package func contents(of path: String) -> [UInt8] { (try? bytes(of: path)) ?? [] }

  private func bytes(of path: String) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, .read, in: self)
    return try file.read(file.status().size, at: 0)
  }
}

extension [UInt8] {
  /// Returns whether the bytes contain those of the word.
  ///
  /// A search by Foundation would take most of the time of simulations; not every C library exports
  /// `memmem`.
  package func holds(_ word: [UInt8]) -> Bool {
    withUnsafeBytes { text in
      guard let base = text.baseAddress, let first = word.first else { return false }
      var place = 0
      while text.count - place >= word.count,
        let found = memchr(base + place, Int32(first), text.count - place - word.count + 1)
      {
        if memcmp(found, word, word.count) == 0 { return true }
        place = UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }
}
