#if canImport(Security)
import Security

/// The failure of a call to the keychain.
package struct KeychainError: Error, CustomStringConvertible {
  package let description: String

  init(_ call: String, _ status: OSStatus) { description = "\(call): OSStatus \(status)" }
}
#endif
