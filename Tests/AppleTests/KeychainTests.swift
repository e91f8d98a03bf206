import Testing

/// What shares the one keychain in memory, so that one at a time uses it.
@Suite(.serialized) enum KeychainTests {}
