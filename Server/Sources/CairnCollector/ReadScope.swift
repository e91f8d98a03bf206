/// Says which stored events a read key opens.
public enum ReadScope: Sendable, Hashable {
  /// Those of all projects.
  case allProjects
  /// Those of one project.
  case project(String)
}
