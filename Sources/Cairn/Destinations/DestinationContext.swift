/// A destination's access to the SDK: a value that is kept across launches, the log, and counters.
public struct DestinationContext: Sendable {
  static let magic: UInt64 = 0x0031_4D45_4D44_5643
  static let slotSize = 65_536

  /// The longest value that `keep` takes, in bytes.
  public static let maximumBytes = slotSize - 128

  /// The time at which this launch began, in milliseconds since 1970; events recorded before it are
  /// from earlier launches.
  public let milliseconds: Int64
  private let path: String
  private let files: any FileSystem
  private let encryption: RecordEncryption
  private let diagnostics: Diagnostics
  private let mappingWarnings: MappingWarnings

  package init(
    _ path: String, files: any FileSystem, encryption: RecordEncryption = .none,
    milliseconds: Int64,
    diagnostics: Diagnostics, mappingWarnings: MappingWarnings = MappingWarnings()
  ) {
    self.path = path
    self.files = files
    self.encryption = encryption
    self.milliseconds = milliseconds
    self.diagnostics = diagnostics
    self.mappingWarnings = mappingWarnings
  }

  /// The last stored value; nil when there is none, when it cannot be read, or when it is empty.
  ///
  /// Reads a file.
  public var stored: [UInt8]? {
    var file = file
    return file.open(makes: false).first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Stores a small value, such as a token, and replaces the previous one.
  ///
  /// The value is kept until the state of the destination is removed or everything is erased. It
  /// survives the end of the process; a power loss may restore the previous value. It is encrypted
  /// if events are.
  ///
  /// - Returns: Whether the value was stored; false when the disk does not accept it or the value
  ///   is longer than `maximumBytes`.
  @discardableResult
  public func store(_ value: [UInt8]) -> Bool {
    guard value.count <= Self.maximumBytes else { return false }
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
  ///   - level: The severity of the line.
  ///   - code: The code of the line, to which `destination.` is prepended.
  ///   - message: A sentence for readers, without the value of a property or a key.
  public func report(_ level: Diagnostic.Level, _ code: String, _ message: String) {
    diagnostics.report(level, "destination.\(code)", message)
  }

  /// Counts a change to an event that was needed to fit the service, such as a shortened name or an
  /// omitted property.
  ///
  /// `DestinationDiagnostics.adjusted` contains the counts; the first change of each kind is
  /// logged. If a batch is divided, its events are sealed again and counted again.
  ///
  /// - Parameter what: The kind of the change: a short constant text that contains no property
  ///   value, such as `property name cut to 40 characters`. Kinds beyond the first hundred are
  ///   counted together.
  public func count(_ what: String) {
    guard let first = mappingWarnings.count(what) else { return }
    diagnostics.report(.notice, "destination.adjusted", "\(mappingWarnings.name): \(first)")
  }
}
