// The parts of Apple's module os that Cairn uses, so that code for Apple platforms is compiled and
// run on other platforms too. Each declaration is copied from the page named above it.

/// See <https://developer.apple.com/documentation/os/logger>.
public struct Logger: Sendable {
  private let subsystem: String
  private let category: String

  /// See <https://developer.apple.com/documentation/os/logger/init(subsystem:category:)>.
  public init(subsystem: String, category: String) {
    self.subsystem = subsystem
    self.category = category
  }

  /// See <https://developer.apple.com/documentation/os/logger/log(level:_:)>.
  public func log(level: OSLogType, _ message: OSLogMessage) {
    StubLog.shared.add(
      StubLog.Line(
        subsystem: subsystem, category: category, level: level, parts: message.interpolation.parts))
  }
}

/// See <https://developer.apple.com/documentation/os/oslogtype>.
public struct OSLogType: RawRepresentable, Equatable, Sendable {
  /// The number.
  public var rawValue: UInt8
  /// As every raw value has it.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// See <https://developer.apple.com/documentation/os/oslogtype/default>.
  public static let `default` = OSLogType(rawValue: 0x00)
  /// See <https://developer.apple.com/documentation/os/oslogtype/info>.
  public static let info = OSLogType(rawValue: 0x01)
  /// See <https://developer.apple.com/documentation/os/oslogtype/debug>.
  public static let debug = OSLogType(rawValue: 0x02)
  /// See <https://developer.apple.com/documentation/os/oslogtype/error>.
  public static let error = OSLogType(rawValue: 0x10)
  /// See <https://developer.apple.com/documentation/os/oslogtype/fault>.
  public static let fault = OSLogType(rawValue: 0x11)
}

/// See <https://developer.apple.com/documentation/os/oslogprivacy>.
public struct OSLogPrivacy: Equatable, Sendable {
  private let name: String
  /// See <https://developer.apple.com/documentation/os/oslogprivacy/public>.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(name: "public") }
  /// See <https://developer.apple.com/documentation/os/oslogprivacy/private>.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(name: "private") }
  /// See <https://developer.apple.com/documentation/os/oslogprivacy/auto>.
  public static var auto: OSLogPrivacy { OSLogPrivacy(name: "auto") }
}

/// See <https://developer.apple.com/documentation/os/oslogmessage>.
public struct OSLogMessage: ExpressibleByStringInterpolation {
  let interpolation: OSLogInterpolation
  /// See <https://developer.apple.com/documentation/os/oslogmessage/init(stringinterpolation:)>.
  public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }
  /// See <https://developer.apple.com/documentation/os/oslogmessage/init(stringliteral:)>.
  public init(stringLiteral value: String) {
    interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
  }
}

/// See <https://developer.apple.com/documentation/os/osloginterpolation>.
public struct OSLogInterpolation: StringInterpolationProtocol {
  /// The interpolated texts; the literals are the format.
  var parts: [StubLog.Part] = []

  /// As the protocol has it.
  public init(literalCapacity: Int, interpolationCount: Int) {}
  /// As the protocol has it.
  public mutating func appendLiteral(_ literal: String) {}

  /// See <https://developer.apple.com/documentation/os/osloginterpolation>.
  ///
  /// Without the parameter for the alignment, which Cairn does not use.
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
  ) {
    parts.append(StubLog.Part(text: argumentString(), privacy: privacy))
  }
}

@available(*, unavailable)
extension OSLogMessage: Sendable {}

@available(*, unavailable)
extension OSLogInterpolation: Sendable {}
