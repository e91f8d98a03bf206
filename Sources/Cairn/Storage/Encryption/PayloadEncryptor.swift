/// What a journal asks to encrypt what it writes and to read it again: it knows no payload itself.
///
/// All of it throws when the key cannot be had now. Then nothing was changed, and it may be tried again.
package protocol PayloadEncryptor: Sendable {
  /// Whether what is written is encrypted; what was is read in any case.
  var isOn: Bool { get }
  /// Encrypts the payload that begins at `start`, in place; one that is encrypted already stays as it is.
  func seal(_ buffer: inout OutputBuffer, from start: Int) throws(FileError)
  func open(_ payload: UnsafeRawBufferPointer) throws(FileError) -> OpenedPayload
  func seal(preamble: [UInt8]) throws(FileError) -> [UInt8]
  /// Empty when it can be read no more.
  func open(preamble: [UInt8]) throws(FileError) -> [UInt8]
}

/// A record's payload, as who reads it wants it.
package enum OpenedPayload {
  /// It was not encrypted, or it is of a kind that is not known.
  case asItIs
  case opened([UInt8])
  /// It can be read no more.
  case damaged
}
