import ArgumentParser
import CairnCollector

/// A write key and its project, written `key` or `key=project`.
struct WriteKeyArgument: ExpressibleByArgument, Sendable {
  let key: String
  let project: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = parts.first, !key.isEmpty else { return nil }
    self.key = String(key)
    project = parts.count == 2 ? String(parts[1]) : self.key
    if project.isEmpty { return nil }
  }
}

/// A read key and its scope, written `key` for all projects or `key=project`.
struct ReadKeyArgument: ExpressibleByArgument, Sendable {
  let key: String
  let scope: ReadScope

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = parts.first, !key.isEmpty else { return nil }
    self.key = String(key)
    guard parts.count == 2 else {
      scope = .allProjects
      return
    }
    if parts[1].isEmpty { return nil }
    scope = .project(String(parts[1]))
  }
}
