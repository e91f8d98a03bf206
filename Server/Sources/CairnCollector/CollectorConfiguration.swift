/// Says where a collector listens, where it stores, whom it trusts and how much it takes.
///
/// A plain value. Nothing is opened, bound or checked before ``Collector/init(_:logger:)``, which
/// refuses a value out of its range with ``CollectorError/Code/invalidConfiguration``.
public struct CollectorConfiguration: Sendable, Equatable {
  /// The name or address to listen on; `127.0.0.1` unless told otherwise.
  ///
  /// Any other than a loopback address needs ``writeKeys`` or ``keysPath``, because without them everybody is accepted.
  public var host: String = "127.0.0.1"

  /// The TCP port to listen on, 0 to 65535; 8080 unless told otherwise.
  ///
  /// 0 takes a free port, which ``Collector/boundPort()`` then tells.
  public var port: Int = 8080

  /// The path of the SQLite file, which is created when it is missing.
  ///
  /// SQLite keeps two more files beside it while the collector runs (`-wal` and `-shm`). What was
  /// acknowledged is in them or in the file itself, so copy all three.
  public var databasePath: String

  /// The accepted write keys, each with the name of the project its events belong to.
  ///
  /// Empty, the default, is for development: any key that is not empty is accepted, and the key is
  /// the project; requests of web pages of other sites are not. Several keys may name one project; events are then deduplicated across them.
  public var writeKeys: [String: String] = [:]

  /// The keys that `GET /v1/events` asks for, each with what it opens; none unless told otherwise.
  ///
  /// With some, every read must carry one, as `Authorization: Bearer` or as the Basic user name. Without any, reads are
  /// answered where nobody else can ask: on a loopback address, while there are no write keys, to requests that no proxy
  /// has forwarded, and whose `Host` and `Origin` are loopback names, so that no web page reaches them by DNS rebinding.
  public var readKeys: [String: ReadScope] = [:]

  /// A file of more write keys and read keys, as digests; none unless told otherwise.
  ///
  /// A line for each key: `write` or `read`, the SHA-256 of the key in hexadecimal digits, the project (`*` lets a read
  /// key see all); `#` begins a comment. It is read again when it has changed, so that keys come and go without a
  /// restart, and several are valid at once. While it is not in order, the keys stay as they were and the log says so; at
  /// the start that is an error. With a file, even an empty one, nothing is taken or shown without a key.
  public var keysPath: String?

  /// A file of remote settings, a JSON object, that `GET /v1/settings/<write key>` answers; none unless told otherwise.
  ///
  /// It is read at every request, so that a change holds at once; replace it by renaming another one over it. What is no
  /// JSON object, or is longer than 32,768 bytes, is answered 503, so that a slip of the editor stops nobody.
  public var settingsPath: String?

  /// The document of the experiments, a file in JSON, that `GET /v1/config/<write key>` answers; none unless told otherwise.
  ///
  /// It is read at every request, so that a change holds at once; replace it by renaming another one over it. What is no JSON
  /// object with `account_id` and `project.id`, holds an `error`, or is longer than 16 MiB, changes nothing: the last good
  /// one is answered, and the log says so. Before there was a good one, the answer is 503.
  public var configPath: String?

  /// The largest body as received, in bytes before decompression, 1 KiB to 64 MiB.
  ///
  /// 500,000 unless told otherwise, which is Segment's limit. A larger one is answered 413.
  public var maxBodyBytes: Int = 500_000

  /// The largest body after decompression, in bytes, from ``maxEventBytes`` to 256 MiB.
  ///
  /// 4,000,000 unless told otherwise. Decompression stops there, so a small body that unpacks
  /// to gigabytes costs no more memory than this, and is answered 413.
  public var maxDecompressedBytes: Int = 4_000_000

  /// The largest event, in bytes of its JSON as it was sent, from 256.
  ///
  /// 32 KiB unless told otherwise, which is Segment's limit. A larger event is refused alone. With the batch's context
  /// it may be twice as large.
  public var maxEventBytes: Int = 32 * 1024

  /// The most events in a batch, 1 to 100,000.
  ///
  /// 2,500 unless told otherwise, which is Segment's limit. A larger batch is answered 413.
  public var maxBatchEvents: Int = 2500

  /// The most batch requests at work or waiting for their commit, 1 to 10,000.
  ///
  /// 128 unless told otherwise. One more is answered 429 with `Retry-After`. A quarter of them is never one project's
  /// alone, so that no key keeps out the others. The memory of their bodies is bounded by ``maxBytesInFlight``.
  public var maxWaitingRequests: Int = 128

  /// The most bytes of all bodies at work, as received and unpacked, from ``maxBodyBytes`` + ``maxDecompressedBytes`` to
  /// 16 GiB.
  ///
  /// 40 MiB unless told otherwise. A request that needs more is answered 429 with `Retry-After`. Half as many again are
  /// for the answers of `GET /v1/events`.
  public var maxBytesInFlight: Int = 40 << 20

  /// The most connections that are open at a time, 1 to 100,000.
  ///
  /// 1,000 unless told otherwise, and fewer where the process may not have as many files open: 96 descriptors are left to
  /// the database and the rest. When there are more, the one that has waited longest for its client is closed.
  public var maxConnections: Int = 1000

  /// The bytes that must be free beside the database for `GET /health/ready` to say so, from 0.
  ///
  /// 64 MiB unless told otherwise. With less, events are still taken for as long as they can be stored.
  public var minFreeBytes: Int = 64 << 20

  /// Makes a configuration with the default of everything but the database.
  ///
  /// - Parameter databasePath: The path of the SQLite file; its folder must exist.
  public init(databasePath: String) {
    self.databasePath = databasePath
  }
}

/// Says which stored events a read key opens.
public enum ReadScope: Sendable, Hashable {
  /// Those of all projects.
  case allProjects
  /// Those of one project.
  case project(String)
}
