import Testing

/// The tests that use the shared system, one at a time, because each instance receives all of its
/// messages.
@Suite(.serialized) enum SystemTests {}
