/// The stored events that a read key gives access to.
public enum ReadScope: Sendable, Hashable {
  /// The events of all projects.
  case allProjects
  /// The events of one project.
  case project(String)
}
