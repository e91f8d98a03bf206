extension PersistedValue {
  /// How much room a value of `experiences` has, with its header.
  package static let experiencesSize = 131_072
  /// `CVCDEF1\0`.
  private static let experiencesMagic: UInt64 = 0x0031_4645_4443_5643

  /// The file with what experiences are made of, at this path.
  package static func experiences(
    _ path: String, files: any FileSystem, slotSize: Int = experiencesSize,
    encryption: RecordEncryption = .none
  ) -> PersistedValue {
    // Each change of it replaces the whole, and is made often: what is read is the last that this process has written.
    PersistedValue(
      path, magic: experiencesMagic, slotSize: slotSize, files: files, encryption: encryption,
      isShared: false)
  }
}
