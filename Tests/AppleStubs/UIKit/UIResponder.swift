// What Cairn and its example use of Apple's framework UIKit, so that code for Apple platforms is compiled and run
// elsewhere, too. Each declaration copies the page named above it.
// Apple's has Foundation's declarations, too.
@_exported public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiresponder>.
@MainActor open class UIResponder: NSObject {}
