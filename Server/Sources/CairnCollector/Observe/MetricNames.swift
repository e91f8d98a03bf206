/// The names of the metrics, each with its description.
enum MetricNames {
  static let requests = "cairn_requests_total"
  static let requestDuration = "cairn_request_duration_seconds"
  static let events = "cairn_events_total"
  static let refusedEvents = "cairn_refused_events_total"
  static let limitedRequests = "cairn_limited_requests_total"
  static let commitDuration = "cairn_commit_duration_seconds"
  static let commitEvents = "cairn_commit_events"
  static let storeErrors = "cairn_store_errors_total"
  static let waitingRequests = "cairn_waiting_requests"
  static let waitingBytes = "cairn_waiting_bytes"
  static let oldestWaiting = "cairn_oldest_waiting_seconds"
  static let connections = "cairn_connections"
  static let databaseBytes = "cairn_database_bytes"
  static let freeBytes = "cairn_database_free_bytes"
  static let ready = "cairn_ready"
  static let buildInfo = "cairn_build_info"
  static let openDescriptors = "process_open_fds"
  static let maxDescriptors = "process_max_fds"
  static let residentBytes = "process_resident_memory_bytes"
  static let processorSeconds = "process_cpu_seconds_total"

  static let help = [
    requests: "Requests by route and class of the status.",
    requestDuration: "The time from the head of a request to its response, by route.",
    events: "Events by their fate.",
    refusedEvents: "Events that violate a rule, by the rule.",
    limitedRequests: "Requests that were refused by a rate limit or a quota.",
    commitDuration: "The duration of commits.",
    commitEvents: "The number of events of a commit.",
    storeErrors: "Failed calls of the store, by operation and kind.",
    waitingRequests: "Batch requests in progress or waiting for their commit.",
    waitingBytes: "Bytes of the bodies in progress.",
    oldestWaiting: "The age of the oldest batch request in progress.",
    connections: "Open connections.",
    databaseBytes: "The size of the database.",
    freeBytes: "The bytes that are free on the volume of the database.",
    ready: "Whether the collector accepts events: 1, or 0.",
    buildInfo: "The version and the store of the collector; always 1.",
    openDescriptors: "Number of open file descriptors.",
    maxDescriptors: "Maximum number of open file descriptors.",
    residentBytes: "Resident memory size in bytes.",
    processorSeconds: "Total user and system CPU time spent in seconds.",
  ]
}
