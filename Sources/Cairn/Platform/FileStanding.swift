/// What a name in a folder stands for, whose it is, and who may use it.
package struct FileStanding: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case file
    case folder
    case link
    /// A device, a socket or a pipe.
    case other
  }

  package var kind: Kind
  /// The number of the user.
  package var owner: UInt32
  /// The permission bits, as `chmod` has them.
  package var mode: UInt32

  package init(_ kind: Kind, owner: UInt32, mode: UInt32) {
    self.kind = kind
    self.owner = owner
    self.mode = mode
  }

  /// Whether the group or others can reach what is in the folder.
  package var isOpen: Bool { mode & 0o011 != 0 }

  /// The bits that let the group and others write.
  package var strangersMode: UInt32 { mode & 0o022 }
}
