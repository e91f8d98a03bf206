// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation
public import ObjectiveC

// The classes of the system's headers hide those of Foundation for Linux.
public typealias NSCoder = ObjectiveC.NSCoder
public typealias NSObject = ObjectiveC.NSObject
public typealias NSObjectProtocol = Foundation.NSObjectProtocol
