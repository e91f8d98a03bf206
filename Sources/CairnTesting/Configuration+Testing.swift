public import Cairn

extension Configuration {
  /// Returns a copy for a test: in memory, with a manual clock and seeded randomness.
  ///
  /// The destinations are the same, so they send real requests. Two instances with the same
  /// `storage` are two launches of one app. Nothing is written to the disk.
  public func testing(
    clock: ManualClock, storage: TestStorage = TestStorage(), seed: UInt64 = 1,
    host: ManualHost = ManualHost()
  ) -> Configuration {
    var configuration = self
    configuration.directory = configuration.directory ?? TestStorage.directory
    configuration.seams.clock = clock
    configuration.seams.randomness = SeededRandomness(seed: seed &+ storage.nextLaunch())
    configuration.seams.files = storage.files
    configuration.seams.installs = storage.installs
    configuration.seams.host = host
    return configuration
  }
}
