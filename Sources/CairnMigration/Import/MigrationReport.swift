/// The result of a migration, for each store of another SDK that was found.
public struct MigrationReport: Hashable, Sendable {
  /// The result for one store.
  public struct Store: Hashable, Sendable {
    /// The SDK: `segment`, `mixpanel` and so on.
    public var sdk: String
    /// The key or the name by which the SDK distinguishes its stores; nil where there is none.
    public var key: String?
    /// The number of events that are in the journal now.
    public var imported = 0
    /// The number of events that were found and not imported, because the user has opted out.
    public var withheld = 0
    /// The number of records that could not be taken over, by reason.
    public var lost: [LossReason: Int] = [:]
    /// The number of changes to properties of users and groups that only the destination of the
    /// same vendor receives as they were, by their names there, such as `$add`.
    ///
    /// Other destinations receive the event without the change, since setting its operand would be
    /// wrong.
    public var operations: [String: Int] = [:]
    /// The number of records that are no events.
    public var skipped = 0
    /// Whether the other SDK has stored events after its files were taken over: the app still
    /// starts it, or an older version of the app was installed in between.
    public var hasReappeared = false
    /// The outcome.
    public var outcome: Outcome
  }

  /// The outcome for a store; an open set.
  public struct Outcome: RawRepresentable, Hashable, Sendable {
    /// The outcome's name.
    public let rawValue: String

    /// Creates an outcome from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All events are in the journal.
    public static let finished = Outcome(rawValue: "finished")
    /// The store was only looked at.
    public static let found = Outcome(rawValue: "found")
    /// The user has opted out in the other SDK; the store is left as it is.
    public static let optedOut = Outcome(rawValue: "optedOut")
    /// The import stopped, and the next call goes on: the disk is full or locked, or recording is
    /// not allowed.
    public static let interrupted = Outcome(rawValue: "interrupted")
  }

  /// Counts the changes of an event by their names.
  static func count(_ event: LegacyEvent, in operations: inout [String: Int]) {
    for name in event.operations {
      // Other names are not counted apart: a file may hold any number of them.
      operations[knownOperations.contains(name) ? name : "other", default: 0] += 1
    }
  }

  private static let knownOperations: Set<String> = [
    "$add", "$append", "$clearAll", "$delete", "$postInsert", "$preInsert", "$prepend", "$remove",
    "$union",
  ]

  /// The stores, in the order in which they were handled.
  public var stores: [Store] = []
  /// The reason why the migration stopped early; nil when it did not.
  public var interruption: String?

  package init() {}

  /// The number of events that are in the journal now.
  public var imported: Int { stores.reduce(0) { $0 + $1.imported } }
  /// The number of records that could not be taken over.
  public var lost: Int { stores.reduce(0) { $0 + $1.lost.values.reduce(0, +) } }
}
