/// The interface with which a journal encrypts and decrypts payloads, whose format it does not
/// know.
///
/// All methods throw when the key is not available now. Then nothing was changed, and the call can
/// be repeated.
package protocol PayloadEncryptor: Sendable {
  /// Whether new payloads are encrypted; existing ones are decrypted in any case.
  var isOn: Bool { get }
  /// Encrypts the payload that begins at `start`, in place; an encrypted payload is not changed.
  func seal(_ buffer: inout OutputBuffer, from start: Int) throws(FileError)
  func open(_ payload: UnsafeRawBufferPointer) throws(FileError) -> OpenedPayload
  func seal(preamble: [UInt8]) throws(FileError) -> [UInt8]
  /// Returns the decrypted preamble; empty when it can no longer be read.
  func open(preamble: [UInt8]) throws(FileError) -> [UInt8]
}

/// The payload of a record for its reader.
package enum OpenedPayload {
  /// The payload was not encrypted, or has an unknown kind.
  case asItIs
  case opened([UInt8])
  /// The payload can no longer be read.
  case damaged
}
