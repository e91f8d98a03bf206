#if canImport(Security)
import Security

/// What a call of the keychain answered instead of doing what it was asked.
package struct KeychainError: Error, CustomStringConvertible {
  package let description: String

  init(_ call: String, _ status: OSStatus) { description = "\(call): OSStatus \(status)" }
}
#endif
