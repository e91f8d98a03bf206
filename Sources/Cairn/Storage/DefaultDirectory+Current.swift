import Foundation

extension DefaultDirectory {
  /// The current folder of the process.
  package static var current: String { FileManager.default.currentDirectoryPath }
}
