package import Cairn

/// A disk whose calls wait until it is released.
///
/// `HeldCalls` holds one call after another instead.
package final class HeldDisk: Sendable {
  private let gate = WaitableValue(false)

  package init() {}

  /// Returns a file system whose calls to the given one wait.
  package func files(_ files: any FileSystem) -> any FileSystem {
    FaultyFileSystem(files) { [self] _ in
      gate.wait { $0 ? () : nil }
      return .none
    }
  }

  /// Lets the calls that wait, and all later ones, pass.
  package func release() { gate.change { $0 = true } }
}
