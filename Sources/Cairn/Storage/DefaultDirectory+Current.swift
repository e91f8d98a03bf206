import Foundation

extension DefaultDirectory {
  /// The folder that the process is in now.
  package static var current: String { FileManager.default.currentDirectoryPath }
}
