/// The unique mark of an event of the demo: its writer and its number.
struct EventMark: Hashable, Sendable {
  let writer: Int
  let number: Int
}
