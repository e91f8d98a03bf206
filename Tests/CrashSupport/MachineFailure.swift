/// The description of a failed operation of the machine.
package struct MachineFailure: Error, CustomStringConvertible {
  package var text: String

  package init(text: String) { self.text = text }

  package var description: String { text }
}
