/// A sequence of the events of experiments; see ``Experiments/events``.
public struct ExperimentEvents: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = ExperimentEvent

  private let stream: AsyncStream<ExperimentEvent>

  init(_ stream: AsyncStream<ExperimentEvent>) { self.stream = stream }

  /// Returns an iterator, which begins with the events since the sequence was made.
  public func makeAsyncIterator() -> AsyncStream<ExperimentEvent>.Iterator {
    stream.makeAsyncIterator()
  }
}
