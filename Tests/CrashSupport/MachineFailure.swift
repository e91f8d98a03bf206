/// What the machine refused, in words.
package struct MachineFailure: Error, CustomStringConvertible {
  package var text: String

  package init(text: String) { self.text = text }

  package var description: String { text }
}
