/// The address, the database, the keys and the limits of a collector.
///
/// A plain value. Nothing is opened, bound or checked before ``Collector/init(_:logger:)``, which
/// refuses a value out of its range with ``CollectorError/Code/invalidConfiguration``.
public struct CollectorConfiguration: Sendable, Equatable {
  /// The name or address to listen on; `127.0.0.1` by default.
  ///
  /// An address that is not a loopback address requires ``writeKeys`` or ``keysPath``, because
  /// without them every client is accepted.
  public var host: String = "127.0.0.1"

  /// The TCP port to listen on, 0 to 65535; 8080 by default.
  ///
  /// With 0 the system chooses a free port, which ``Collector/boundPort()`` returns.
  public var port: Int = 8080

  /// The path of the SQLite file, which is created when it is missing.
  ///
  /// SQLite keeps two more files beside it while the collector runs (`-wal` and `-shm`).
  /// Acknowledged events are in any of the three files, so copy all of them.
  public var databasePath: String

  /// The URL of a PostgreSQL database, which any number of collectors may share; none by default,
  /// which means the SQLite file at ``databasePath``.
  ///
  /// For example `postgres://cairn@db1,db2/events`: libpq interprets it, and its environment
  /// variables and password file apply, so that the URL needs no password. Of several hosts the one
  /// that accepts writes is used. The collector creates its tables. While the database cannot be
  /// reached, requests get the response 503, and senders try again.
  public var storeURL: String?

  /// The accepted write keys, each with the name of the project its events belong to.
  ///
  /// An empty dictionary, the default, is for development: every non-empty key is accepted and
  /// names the project, and requests from web pages of other origins are refused. Several keys may
  /// name one project; events are then deduplicated across these keys.
  public var writeKeys: [String: String] = [:]

  /// The keys that `GET /v1/events` requires, each with its scope; none by default.
  ///
  /// With read keys, every read must carry one, as `Authorization: Bearer` or as the Basic user
  /// name. Without any, reads are allowed only from this machine: on a loopback address, without
  /// write keys, for requests that no proxy has forwarded, and whose `Host` and `Origin` are
  /// loopback names, so that no web page can read events by DNS rebinding.
  public var readKeys: [String: ReadScope] = [:]

  /// The keys that permit erasing and exporting the events of a person, each with its scope; none
  /// by default.
  ///
  /// They also permit reading. Without any key at all, erasing is allowed as reading is: only from
  /// this machine.
  public var adminKeys: [String: ReadScope] = [:]

  /// The number of days for which events are kept, 1 to 36,500; without limit by default.
  ///
  /// At the start and at the beginning of each day by UTC, the collector deletes the events whose
  /// id, a UUID of version 7, has a day that is more than this number of days ago. Such events are
  /// refused from then on. Events with other ids are kept.
  public var retentionDays: Int?

  /// A file of more write keys, read keys and admin keys, as digests; none by default.
  ///
  /// Each line contains `write`, `read` or `admin`, the SHA-256 of the key in hexadecimal digits,
  /// and the project (`*` gives a read or admin key access to all); `#` begins a comment.
  /// Attributes of a write key follow: `rate=` requests a second, `quota=` events a day, and
  /// `origins=` with the origins of the web pages that may use it, separated by commas. The file is
  /// read again when it has changed, so that keys can be added and removed without a restart, and
  /// several keys are valid at once. While the file is not valid, the previous keys stay in effect
  /// and an error is logged; at the start that is an error. With a file, even an empty one, every
  /// request requires a key.
  public var keysPath: String?

  /// A file of remote settings, a JSON object, which is served at `GET /v1/settings/<write key>`;
  /// none by default.
  ///
  /// It is read at every request, so that a change takes effect at once; replace it by renaming a
  /// new file over it. A file that is not a JSON object, or is longer than 32,768 bytes, results in
  /// status 503, so that an editing mistake does not change the settings of clients.
  public var settingsPath: String?

  /// The document of the experiments, a JSON file, which is served at `GET /v1/config/<write key>`;
  /// none by default.
  ///
  /// It is checked for changes at every request, so that a change takes effect at once; replace it
  /// by renaming a new file over it. A file that is not a JSON object with `account_id` and
  /// `project.id`, contains an `error`, or is longer than 16 MiB, is ignored: the last valid
  /// document is served, and an error is logged. Before there was a valid one, the status is 503.
  public var configPath: String?

  /// The maximum size of a body as received, in bytes before decompression, 1 KiB to 64 MiB.
  ///
  /// 500,000 by default, which is Segment's limit. A larger body is refused with status 413.
  public var maxBodyBytes: Int = 500_000

  /// The maximum size of a body after decompression, in bytes, from ``maxEventBytes`` to 256 MiB.
  ///
  /// 4,000,000 by default. Decompression stops at this size, so a small body that decompresses to
  /// gigabytes uses no more memory than this, and is refused with status 413.
  public var maxDecompressedBytes: Int = 4_000_000

  /// The maximum size of an event, in bytes of its JSON as it was sent, from 256.
  ///
  /// 32 KiB by default, which is Segment's limit. A larger event is refused, the others of its
  /// batch are not. With the batch's context an event may be twice as large.
  public var maxEventBytes: Int = 32 * 1024

  /// The maximum number of events in a batch, 1 to 100,000.
  ///
  /// 2,500 by default, which is Segment's limit. A larger batch is refused with status 413.
  public var maxBatchEvents: Int = 2500

  /// The maximum number of batch requests in progress or waiting for their commit, 1 to 10,000.
  ///
  /// 128 by default. A further request is refused with status 429 and `Retry-After`. One project
  /// may use three quarters of them, so that it cannot block other projects. ``maxBytesInFlight``
  /// limits the memory of their bodies.
  public var maxWaitingRequests: Int = 128

  /// The maximum number of bytes of all bodies in progress, as received and decompressed, from
  /// ``maxBodyBytes`` + ``maxDecompressedBytes`` to 16 GiB.
  ///
  /// 32 MiB by default. A request that needs more is refused with status 429 and `Retry-After`.
  /// Half of this number is available in addition for the responses of `GET /v1/events`.
  public var maxBytesInFlight: Int = 32 << 20

  /// The maximum number of open connections, 1 to 100,000.
  ///
  /// 1,000 by default, and fewer if the process may not open as many files: 96 descriptors are
  /// reserved for the database and other files. When there are more connections, the one that has
  /// waited longest for its client is closed.
  public var maxConnections: Int = 1000

  /// The PEM file of the server's certificate and of those between it and the root, for TLS; none
  /// by default, which means HTTP without TLS.
  ///
  /// It requires ``privateKeyPath``. Both files are read again when they have changed, so that a
  /// certificate can be replaced without a restart.
  public var certificatePath: String?

  /// The PEM file of the private key of ``certificatePath``.
  public var privateKeyPath: String?

  /// The number of requests a second of each client address, 1 to 1,000,000; without limit by
  /// default.
  ///
  /// Twice this number is accepted at once. It is checked before the key; a further request is
  /// refused with status 429 and `Retry-After`. The addresses of one network of 64 bits of IPv6 are
  /// one address.
  public var requestsPerSecondOfAddress: Int?

  /// The number of batch requests a second of each write key, 1 to 1,000,000; without limit by
  /// default.
  ///
  /// An attribute `rate` in the key file has precedence. Twice this number is accepted at once.
  public var requestsPerSecondOfKey: Int?

  /// The number of events that each write key may store in a day by UTC, from 1; without limit by
  /// default.
  ///
  /// An attribute `quota` in the key file has precedence. Each collector counts by itself, from its
  /// start; requests in progress can exceed the number.
  public var eventsPerDayOfKey: Int?

  /// The proxies whose `X-Forwarded-For` is used as the client's address, such as `10.0.0.0/8`;
  /// none by default.
  public var trustedProxies: [String] = []

  /// The TCP port of `GET /metrics`, for Prometheus, 0 to 65535; none by default.
  ///
  /// It needs no key, and is not encrypted: ``metricsHost`` is a loopback address by default.
  /// Without a port, the counters and histograms are recorded with the factory of `MetricsSystem`.
  public var metricsPort: Int?

  /// The name or address on which the metrics are served; `127.0.0.1` by default.
  public var metricsHost: String = "127.0.0.1"

  /// Whether the collector serves pages for people, with the events and their numbers, at `/`; true
  /// by default.
  ///
  /// They are for those who may read at `GET /v1/events`, and need the same key.
  public var servesPages: Bool = true

  /// The number of seconds for which a collector goes on serving after a shutdown began, 0 to
  /// 3,600.
  ///
  /// 0 by default. During this time `GET /health/ready` responds with 503, so that a balancer
  /// chooses other collectors before this one stops accepting connections.
  public var drainSeconds: Int = 0

  /// The bytes that must be free on the database's volume for `GET /health/ready` to succeed, from
  /// 0.
  ///
  /// 64 MiB by default. With less, events are still accepted as long as they can be stored.
  public var minFreeBytes: Int = 64 << 20

  /// The most memory, in bytes, for what questions read of a PostgreSQL database before, 0 to 64
  /// GiB; 128 MiB by default.
  ///
  /// An event takes 8 bytes of it, and a user 48. Events that are not in memory are read from the
  /// database for each question. SQLite does not use it.
  public var questionCacheBytes: Int = 128 << 20

  /// Creates a configuration with default values for everything except the database.
  ///
  /// - Parameter databasePath: The path of the SQLite file; its folder must exist.
  public init(databasePath: String) {
    self.databasePath = databasePath
  }

  /// Creates a configuration with default values for everything except the database.
  ///
  /// - Parameter storeURL: The URL of a PostgreSQL database, such as `postgres://cairn@db1/events`.
  public init(storeURL: String) {
    databasePath = ""
    self.storeURL = storeURL
  }
}

/// The stored events that a read key or an admin key gives access to.
public enum ReadScope: Sendable, Hashable {
  /// The events of all projects.
  case allProjects
  /// The events of one project.
  case project(String)
}
