/// Where a destination is at work: what it may keep from launch to launch, and where it may say something.
public struct DestinationContext: Sendable {
  static let magic: UInt64 = 0x0031_4D45_4D44_5643
  static let slotSize = 65_536

  /// The longest value that `keep` takes, in bytes.
  public static let mostBytes = slotSize - 128

  /// Milliseconds since 1970 at which this launch began: what was recorded before is from an earlier one.
  public let milliseconds: Int64
  private let path: String
  private let files: any FileSystem
  private let encryption: RecordEncryption
  private let diagnostics: Diagnostics
  private let adjustments: MappingWarnings

  package init(
    _ path: String, files: any FileSystem, encryption: RecordEncryption = .none,
    milliseconds: Int64,
    diagnostics: Diagnostics, adjustments: MappingWarnings = MappingWarnings()
  ) {
    self.path = path
    self.files = files
    self.encryption = encryption
    self.milliseconds = milliseconds
    self.diagnostics = diagnostics
    self.adjustments = adjustments
  }

  /// The value that was kept last; nil when there is none, or none that can be read, or when it was empty.
  ///
  /// Reads a file.
  public var kept: [UInt8]? {
    var file = file
    return file.open(makes: false).first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Keeps a small value, such as a token, in place of the last one, until the destination is forgotten.
  ///
  /// Survives the death of the process; a loss of power may bring back the value before. It is encrypted if events are, and
  /// goes with everything else when all is erased.
  ///
  /// - Returns: Whether it is kept; false when the disk refuses or the value is longer than `mostBytes`.
  @discardableResult
  public func keep(_ value: [UInt8]) -> Bool {
    guard value.count <= Self.mostBytes else { return false }
    var file = file
    _ = file.open()
    guard let trouble = file.trouble ?? file.store(value) else { return true }
    diagnostics.report(.notice, "destination.memory", "\(path): \(trouble)")
    return false
  }

  private var file: PersistedValue { Self.file(at: path, files: files, encryption: encryption) }

  static func file(at path: String, files: any FileSystem, encryption: RecordEncryption)
    -> PersistedValue
  {
    PersistedValue(path, magic: magic, slotSize: slotSize, files: files, encryption: encryption)
  }

  /// Adds a line to the SDK's log.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - code: What it is about; the line's code is `destination.` and this.
  ///   - message: The sentence for people, without a property's value or a key.
  public func report(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    diagnostics.report(level, "destination.\(code)", message)
  }

  /// Counts something of an event that was changed to fit the back end: a name cut, a property left out.
  ///
  /// `DestinationDiagnostics.adjusted` has the numbers; the first of each kind is a line of the log. An event that is
  /// sealed again, because a batch was divided, is counted again.
  ///
  /// - Parameter what: A few words that are the same for all such cases and hold no value, such as
  ///   `property name cut to 40 characters`. Beyond the first hundred, others are counted together.
  public func count(_ what: String) {
    guard let first = adjustments.count(what) else { return }
    diagnostics.report(.notice, "destination.adjusted", "\(adjustments.name): \(first)")
  }
}
