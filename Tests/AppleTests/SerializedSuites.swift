import Testing

/// What hears from the one system that there is: one test at a time, since each instance hears all of it.
@Suite(.serialized) enum SystemTests {}

/// What shares the one keychain in memory, so that one at a time uses it.
@Suite(.serialized) enum KeychainTests {}
