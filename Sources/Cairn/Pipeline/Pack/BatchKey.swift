/// The idempotency key of a batch: the name of its sealed body.
///
/// One key never stands for two bodies.
package typealias BatchKey = EventID
