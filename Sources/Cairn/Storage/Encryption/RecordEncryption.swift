/// Holds the key of an instance, which is read when it is first needed, and kept.
///
/// Small data, such as a body or the content of a slot file, is put into boxes: `EVJBOX1\0`,
/// followed by the output of the cipher. Documentation/JournalFormat.md, section 15.
package final class RecordEncryption: Sendable {
  /// Encrypts nothing, and cannot read encrypted data.
  package static let none = RecordEncryption(nil, instance: "", Diagnostics { _ in })
  package static let boxMagic: [UInt8] = Array("EVJBOX1\0".utf8)

  private let encryption: Encryption?
  private let instance: String
  private let diagnostics: Diagnostics
  private let state = Locked(State())

  private struct State {
    var cipher: (any RecordCipher)?
    /// The codes that were logged already.
    var said: Set<String> = []
  }

  package init(_ encryption: Encryption?, instance: String, _ diagnostics: Diagnostics) {
    self.encryption = encryption
    self.instance = instance
    self.diagnostics = diagnostics
  }

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  /// Forgets the key in the child: the numbers of a cipher's messages must not be used twice, so
  /// parent and child need separate ciphers.
  func goOnInChild() { forgetKey() }

  /// Whether new data is encrypted.
  package var isOn: Bool { encryption?.isOn ?? false }

  /// Returns whether encryption is configured, even if only for decryption; called when encrypted
  /// data was found.
  package func canOpen() -> Bool {
    guard encryption == nil else { return true }
    report(
      .warning, "encryption.missing",
      "encrypted data was found, and Configuration.encryption is not set: the data waits")
    return false
  }

  package func seal(
    _ text: UnsafeRawBufferPointer, authenticating header: [UInt8]
  ) throws(FileError) -> [UInt8] {
    let cipher = try cipher()
    do {
      return try cipher.seal(text, authenticating: header)
    } catch {
      throw FileError(call: "encrypt", path: instance, code: FileError.noKey)
    }
  }

  /// Decrypts data; nil when it can no longer be read.
  package func open(
    _ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]
  ) throws(FileError) -> [UInt8]? {
    guard case .text(let text) = try opened(sealed, authenticating: header) else { return nil }
    return text
  }

  /// Decrypts data, and distinguishes damaged data from data that was encrypted with another key.
  package func opened(
    _ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]
  ) throws(FileError) -> OpenedText {
    let text = try cipher().open(sealed, authenticating: header)
    if text == .otherKey {
      report(
        .error, "encryption.keyLost",
        "data is encrypted with another key: it cannot be read, and its events wait for that key"
      )
    }
    return text
  }

  /// Returns the bytes in a box; returns them unchanged when encryption is off, or they are in a
  /// box already.
  package func box(_ bytes: [UInt8], as name: String) throws(FileError) -> [UInt8] {
    guard isOn, !Self.isBox(bytes) else { return bytes }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
      let text = UnsafeRawBufferPointer(bytes)
      return Self.boxMagic + (try seal(text, authenticating: Array(name.utf8)))
    }
  }

  /// Returns the content of a box, or the bytes themselves if they are not in a box; nil when it
  /// can no longer be read.
  package func unbox(_ bytes: [UInt8], as name: String) throws(FileError) -> [UInt8]? {
    guard Self.isBox(bytes) else { return bytes }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
      let size = Self.boxMagic.count
      let sealed = UnsafeRawBufferPointer(bytes).slice(size, bytes.count - size)
      return try open(sealed, authenticating: Array(name.utf8))
    }
  }

  package static func isBox(_ bytes: [UInt8]) -> Bool { bytes.starts(with: boxMagic) }

  /// Makes all data that was encrypted until now permanently unreadable.
  ///
  /// Later data is encrypted with a new key. When the call throws, the key may still exist.
  package func destroyKey() throws(FileError) {
    do {
      try state.withLock { state in
        try encryption?.destroyKey(instance)
        state.cipher = nil
      }
    } catch {
      report(.error, "encryption.destroy", "the key could not be destroyed: \(error)")
      throw FileError(call: "destroy key", path: instance, code: FileError.noKey)
    }
  }

  /// Reads the key again when it is next needed.
  package func forgetKey() { state.withLock { $0.cipher = nil } }

  private func cipher() throws(FileError) -> any RecordCipher {
    guard canOpen(), let encryption else {
      throw FileError(call: "key", path: instance, code: FileError.noKey)
    }
    do {
      return try state.withLock { state in
        if let cipher = state.cipher { return cipher }
        let cipher = try encryption.cipher(instance)
        state.cipher = cipher
        return cipher
      }
    } catch {
      report(
        .error, "encryption.key",
        "the key is not available now, and events wait in memory: \(error)"
      )
      throw FileError(call: "key", path: instance, code: FileError.noKey)
    }
  }

  /// Logs each code once in a launch, in a detached task, because the caller may hold the journal's
  /// lock and the log's handler may record events.
  private func report(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    guard state.withLock({ $0.said.insert(code).inserted }) else { return }
    Task.detached(priority: .utility) { [diagnostics] in
      diagnostics.report(level, code, message)
    }
  }
}
