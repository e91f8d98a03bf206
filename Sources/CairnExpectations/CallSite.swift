// Either framework may be missing: XCTest from Apple's command line tools, Testing from older
// toolchains.
#if canImport(Testing)  // tidy:allow(platform-if) not a platform: which test frameworks the toolchain has
import Testing
#endif
#if canImport(XCTest)  // tidy:allow(platform-if) not a platform: which test frameworks the toolchain has
import XCTest
#endif

/// The source location of an expectation in a test.
struct CallSite {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Reports a failure to the framework whose test runs.
  ///
  /// A task of its own, such as a detached one, does not know its test. Then both frameworks are
  /// notified, and the one that runs no test ignores it.
  func fail(_ text: String) {
    #if canImport(Testing)  // tidy:allow(platform-if) as above
    let location = SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    Issue.record(Comment(rawValue: text), sourceLocation: location)
    if Test.current != nil { return }
    #endif
    #if canImport(XCTest)  // tidy:allow(platform-if) as above
    XCTFail(text, file: filePath, line: line)
    #elseif !canImport(Testing)  // tidy:allow(platform-if) as above
    preconditionFailure(text)
    #endif
  }
}
