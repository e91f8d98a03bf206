public import Cairn

extension Analytics {
  /// Takes over the events that another SDK has not delivered.
  ///
  /// Each event is appended to the journal once, with its own message identifier, time, user and
  /// context, in the order in which the other SDK recorded it, and is then delivered like all
  /// events. An event without an identifier gets one from its bytes, and an event without a time
  /// that of the last write to its file, which its context says in `migration.timestamp`.
  ///
  /// The files of the other SDK are renamed before they are read, so that it cannot deliver the
  /// events too. They are removed by a later call, when all of their events have left the journal.
  /// If the process is killed at any point, the next call goes on: no event is lost or appended
  /// twice. Records that are torn or damaged are passed over and counted; whole ones around them
  /// are read.
  ///
  /// If the user has opted out in the other SDK, nothing is taken over. The identity is not
  /// changed: `Configuration.migration` takes over the identity as well, and calls this method
  /// itself.
  ///
  /// The work is done in slices on the thread that the engine has for the disk, with at most a few
  /// MiB of memory, whatever the size of the store. Call it before the other SDK starts in this
  /// process, or without that SDK.
  ///
  /// - Parameters:
  ///   - source: The other SDK, or `.everythingFound`.
  ///   - destination: The name of the one destination that receives the events; nil, the default,
  ///     for all.
  /// - Returns: What was found, imported and lost. `MigrationReport.interruption` says whether
  ///   another call is necessary.
  @discardableResult
  public func migrate(
    from source: MigrationSource, to destination: String? = nil
  ) async -> MigrationReport {
    await migrate(from: source, to: destination, in: .app)
  }

  /// Takes over the events in a container.
  @discardableResult
  package func migrate(
    from source: MigrationSource, to destination: String? = nil, in container: Container
  ) async -> MigrationReport {
    guard let engine else {
      var report = MigrationReport()
      report.interruption = "there is no engine"
      return report
    }
    return await MigrationTask(sources: [source], destination: destination, container: container)
      .run(on: engine)
  }
}
