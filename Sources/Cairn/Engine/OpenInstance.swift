/// An instance that this process has open, by its folder, so that a second one on the same folder
/// is noticed.
///
/// Two instances on one folder lose no event, because each process and each instance writes to
/// files of its own. But an app that creates an instance in a view, which is created again and
/// again, opens the journal each time.
final class OpenInstance: Sendable {
  private static let numbers = Locked<[String: Int]>([:])

  private let path: String
  private let isClosed = Locked(false)

  /// Notes that an instance on this folder is open.
  init(_ path: String) {
    self.path = path
    Self.numbers.withLock { $0[path, default: 0] += 1 }
  }

  deinit { close() }

  /// Whether another instance of this process has the folder open.
  var isOneOfSeveral: Bool { Self.numbers.withLock { $0[path, default: 0] > 1 } }

  /// Notes that the instance is closed; further calls do nothing.
  func close() {
    guard isClosed.raise() else { return }
    Self.numbers.withLock { numbers in
      let number = numbers[path, default: 1] - 1
      numbers[path] = number > 0 ? number : nil
    }
  }

  /// Logs that the instance is one of several, with what to do.
  func reportOthers(_ diagnostics: Diagnostics) {
    guard isOneOfSeveral else { return }
    diagnostics.report(
      .warning, "instance.several",
      "another Analytics of this process uses the folder \(path): create one and keep it as long "
        + "as the app runs, or give each a name of its own (Configuration.instance)")
  }
}
