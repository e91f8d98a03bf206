import Testing

/// The tests that share the keychain in memory, one at a time.
@Suite(.serialized) enum KeychainTests {}
