/// The kind, the owner and the permissions of a file, as `lstat(2)` returns them.
package struct FileAttributes: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case file
    case folder
    case link
    /// A device, a socket or a pipe.
    case other
  }

  package var kind: Kind
  /// The identifier of the user who owns the file.
  package var owner: UInt32
  /// The permission bits, as in `chmod`.
  package var mode: UInt32

  package init(_ kind: Kind, owner: UInt32, mode: UInt32) {
    self.kind = kind
    self.owner = owner
    self.mode = mode
  }

  /// Whether the group or others can open files in the folder.
  package var isOpen: Bool { mode & 0o011 != 0 }

  /// The permission bits that let the group and others write.
  package var nonOwnerWriteBits: UInt32 { mode & 0o022 }
}
