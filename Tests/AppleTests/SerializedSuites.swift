import Testing

/// The tests that use the shared system, one at a time, because each instance receives all of its
/// messages.
@Suite(.serialized) enum SystemTests {}

/// The tests that share the keychain in memory, one at a time.
@Suite(.serialized) enum KeychainTests {}
