import Testing

/// What hears from the one system that there is: one test at a time, since each instance hears all of it.
@Suite(.serialized) enum SystemTests {}
