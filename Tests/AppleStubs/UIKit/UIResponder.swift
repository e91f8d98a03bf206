// The parts of Apple's framework UIKit that Cairn and its example use, so that code for Apple
// platforms is compiled and run on other platforms too. Each declaration is copied from the page
// named above it. Apple's framework exports Foundation too.
@_exported public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiresponder>.
@MainActor open class UIResponder: NSObject {}
