// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import CGTypes

// The structures of Apple's headers hide Foundation's for Linux.
public typealias CGPoint = CGTypes.CGPoint
public typealias CGRect = CGTypes.CGRect
public typealias CGSize = CGTypes.CGSize
