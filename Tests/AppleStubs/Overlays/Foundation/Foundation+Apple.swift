package import Foundation

// What Foundation has on Apple's systems alone, and the SDK uses. The file is added to the copy of
// the module that is typechecked.
extension FileManager {
  /// See
  /// <https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)>.
  package func containerURL(
    forSecurityApplicationGroupIdentifier groupIdentifier: String
  ) -> URL? { nil }
}
