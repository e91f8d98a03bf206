// The parts of Apple's framework XCTest that are not the same in XCTest for Linux and that the tests
// use, so that their code for Apple platforms is typechecked on Linux. Each declaration is copied
// from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/xctest/xctest>.
open class XCTest: NSObject {}

/// See <https://developer.apple.com/documentation/xctest/xctestcase>.
open class XCTestCase: XCTest {
  /// See <https://developer.apple.com/documentation/xctest/xctestcase/record(_:)>; the class there is
  /// a structure in Swift, by <https://developer.apple.com/documentation/xctest/xctissuereference>.
  open func record(_ issue: XCTIssue) {}
}

/// See <https://developer.apple.com/documentation/xctest/xctissue-swift.struct>.
public struct XCTIssue {
  /// See <https://developer.apple.com/documentation/xctest/xctissue-swift.struct/compactdescription>.
  public var compactDescription: String
  /// See <https://developer.apple.com/documentation/xctest/xctissue-swift.struct/sourcecodecontext>.
  public var sourceCodeContext: XCTSourceCodeContext
}

/// See <https://developer.apple.com/documentation/xctest/xctsourcecodecontext>.
public final class XCTSourceCodeContext: NSObject {
  /// See <https://developer.apple.com/documentation/xctest/xctsourcecodecontext/location>.
  public var location: XCTSourceCodeLocation? { nil }
}

/// See <https://developer.apple.com/documentation/xctest/xctsourcecodelocation>.
public final class XCTSourceCodeLocation: NSObject {
  /// See <https://developer.apple.com/documentation/xctest/xctsourcecodelocation/fileurl>.
  public let fileURL: URL
  /// See <https://developer.apple.com/documentation/xctest/xctsourcecodelocation/linenumber>.
  public let lineNumber: Int

  /// See
  /// <https://developer.apple.com/documentation/xctest/xctsourcecodelocation/init(fileurl:linenumber:)>.
  public init(fileURL: URL, lineNumber: Int) {
    (self.fileURL, self.lineNumber) = (fileURL, lineNumber)
  }
}
