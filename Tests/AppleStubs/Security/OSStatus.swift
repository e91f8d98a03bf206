/// See <https://developer.apple.com/documentation/kernel/osstatus>.
public typealias OSStatus = Int32

/// See <https://developer.apple.com/documentation/security/errsecsuccess>.
public let errSecSuccess: OSStatus = 0
/// See <https://developer.apple.com/documentation/security/errsecparam>.
public let errSecParam: OSStatus = -50
/// See <https://developer.apple.com/documentation/security/errsecduplicateitem>.
public let errSecDuplicateItem: OSStatus = -25_299
/// See <https://developer.apple.com/documentation/security/errsecitemnotfound>.
public let errSecItemNotFound: OSStatus = -25_300
/// See <https://developer.apple.com/documentation/security/errsecmissingentitlement>.
public let errSecMissingEntitlement: OSStatus = -34_018
/// See <https://developer.apple.com/documentation/security/errsecinteractionnotallowed>.
public let errSecInteractionNotAllowed: OSStatus = -25_308
