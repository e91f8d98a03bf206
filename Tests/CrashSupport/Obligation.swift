import Foundation

/// Whether a test that cannot run on this machine may be skipped.
package enum Obligation {
  /// Continuous integration has root and strace: a test that cannot run there fails.
  package static let isInCI = ProcessInfo.processInfo.environment["CI"] == "true"
}
