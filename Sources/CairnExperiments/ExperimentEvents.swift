/// What happens to experiments, from now on; see ``Experiments/events``.
public struct ExperimentEvents: AsyncSequence, Sendable {
  /// What was announced.
  public typealias Element = ExperimentEvent

  private let stream: AsyncStream<ExperimentEvent>

  init(_ stream: AsyncStream<ExperimentEvent>) { self.stream = stream }

  /// Begins with what was announced since the sequence was asked for.
  public func makeAsyncIterator() -> AsyncStream<ExperimentEvent>.Iterator {
    stream.makeAsyncIterator()
  }
}
