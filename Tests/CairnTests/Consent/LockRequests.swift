import Cairn
import CairnTesting
import Foundation

/// Counts how often a thread requests the lock of a file.
final class LockRequests: Sendable {
  /// The file that a thread has just opened: a lock request follows directly.
  private static let opened = "just opened"
  /// Only threads whose dictionary has this key are counted.
  private static let mark = "requests counted"

  private let name: String
  private let number = Locked(0)

  /// Counts the requests for files whose path ends with this name.
  init(of name: String) { self.name = name }

  /// Returns the disk with this in front of it.
  func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] call in
      note(call)
      return .none
    }
  }

  /// Returns how often the work requests the lock on this thread.
  func count(_ work: () -> Void) -> Int {
    let before = number.withLock { $0 }
    Thread.current.threadDictionary[Self.mark] = true
    work()
    Thread.current.threadDictionary.removeObject(forKey: Self.mark)
    return number.withLock { $0 } - before
  }

  private func note(_ call: FaultyFileSystem.Call) {
    let thread = Thread.current.threadDictionary
    guard thread[Self.mark] != nil else { return }
    let path = thread[Self.opened] as? String
    thread[Self.opened] = ["open", "create"].contains(call.name) ? call.path : ""
    if call.name == "lock", path?.hasSuffix(name) == true { number.withLock { $0 += 1 } }
  }
}
