public import Cairn

extension Configuration {
  /// The same configuration for a test: in memory, on a clock that stands still, with chance that repeats itself.
  ///
  /// Two instances with the same `storage` are two launches of one app. Nothing is written to the disk.
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
