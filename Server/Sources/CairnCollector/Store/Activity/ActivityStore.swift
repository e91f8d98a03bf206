/// A store that answers questions from the activity of a project.
protocol ActivityStore: QuestionStore {
  /// Returns the answer to a question from the activity as of one moment.
  ///
  /// - Throws: `StoreFailure.questionTooLarge` when it would take too much memory.
  func answer<Question: ActivityQuestion>(
    _ question: Question
  ) async throws(StoreFailure) -> Question.Answer

  /// Returns the keys of the users that were seen with an anonymous id.
  func users(
    ofAnonymous key: UInt64, _ project: String
  ) async throws(StoreFailure) -> [UInt64]

  /// Returns stored events, in no order; a nil project means all of them.
  func events(
    _ project: String?, _ selection: EventSelection
  ) async throws(StoreFailure) -> [StoredEvent]
}

/// The events that a store is asked for.
enum EventSelection: Sendable {
  case sequences([Int64])
  case messageID(String)
}
