import Cairn
import CairnTesting
import Foundation

/// How often a thread asks for the lock of a file.
final class LockRequests: Sendable {
  /// What a thread has just opened: a lock is asked for right after.
  private static let opened = "just opened"
  /// Only threads whose dictionary has this are counted.
  private static let mark = "requests counted"

  private let name: String
  private let number = Locked(0)

  /// Of files whose path ends with this name.
  init(of name: String) { self.name = name }

  /// The disk with this in front of it.
  func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] call in
      note(call)
      return .none
    }
  }

  /// How often the work asks for it on this thread.
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
