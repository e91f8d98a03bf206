extension StringProtocol {
  /// Whether the text may be passed to Foundation's date formatters: at most 64 printable ASCII
  /// characters.
  ///
  /// `DateFormatter` on Linux stops the process when a character of the text consists of several
  /// scalars, such as a letter with a combining accent.
  package var isDateText: Bool {
    utf8.count <= 64 && utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}
