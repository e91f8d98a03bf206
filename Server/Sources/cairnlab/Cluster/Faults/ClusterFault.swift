/// The parts that are killed with SIGKILL, one after the other.
enum ClusterFault: String, CaseIterable, Sendable, Codable {
  case collector
  /// A process of PostgreSQL that serves a collector; PostgreSQL then restarts all of them.
  case backend
  /// The primary; the standby with the most of the log is promoted.
  case primary
  /// Both standbys: no commit can be acknowledged.
  case standbys
  case balancer
  /// The process that copies the events to ClickHouse, at any of its steps.
  case shipper
  /// A replica of ClickHouse.
  case replica
  case zooKeeper

  /// Whether it strikes what stands behind PostgreSQL.
  var isBehindDatabase: Bool {
    switch self {
    case .collector, .backend, .primary, .standbys, .balancer: false
    case .shipper, .replica, .zooKeeper: true
    }
  }

  var title: String {
    switch self {
    case .collector: "a collector"
    case .backend: "a backend of PostgreSQL"
    case .primary: "the primary of PostgreSQL"
    case .standbys: "both standbys"
    case .balancer: "HAProxy"
    case .shipper: "the shipper"
    case .replica: "a replica of ClickHouse"
    case .zooKeeper: "ZooKeeper"
    }
  }
}
