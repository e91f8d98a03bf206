/// The idempotency key of a batch, which also names its sealed body.
///
/// A key never stands for two different bodies.
package typealias BatchKey = EventID
