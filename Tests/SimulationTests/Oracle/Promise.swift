/// What a crash may take.
enum Promise: Sendable {
  /// The program died: nothing.
  case kill
  /// Power was lost: what no sync had covered.
  case powerLoss
}
