extension StringProtocol {
  /// Whether the text may be passed to Foundation's date formatters: at most 64 printable ASCII
  /// characters.
  ///
  /// On Linux the formatters stop the process when a character of the text consists of several
  /// scalars, such as a letter with an accent or a line break of two bytes.
  package var isDateText: Bool {
    utf8.count <= 64 && utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}
