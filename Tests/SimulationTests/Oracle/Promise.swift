/// The data that a crash may lose.
enum Promise: Sendable {
  /// The program died: it may lose nothing.
  case kill
  /// Power was lost: everything that no sync had covered may be lost.
  case powerLoss
}
