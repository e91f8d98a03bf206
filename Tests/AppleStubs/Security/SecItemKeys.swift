public import Foundation

/// See <https://developer.apple.com/documentation/security/ksecclass>.
public var kSecClass: CFString { "class" }
/// See <https://developer.apple.com/documentation/security/ksecclassgenericpassword>.
public var kSecClassGenericPassword: CFString { "genp" }
/// See <https://developer.apple.com/documentation/security/ksecattrservice>.
public var kSecAttrService: CFString { "svce" }
/// See <https://developer.apple.com/documentation/security/ksecattraccount>.
public var kSecAttrAccount: CFString { "acct" }
/// See <https://developer.apple.com/documentation/security/ksecattraccessgroup>.
public var kSecAttrAccessGroup: CFString { "agrp" }
/// See <https://developer.apple.com/documentation/security/ksecattraccessible>.
public var kSecAttrAccessible: CFString { "pdmn" }
/// See
/// <https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly>.
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
/// See <https://developer.apple.com/documentation/security/ksecvaluedata>.
public var kSecValueData: CFString { "v_Data" }
/// See <https://developer.apple.com/documentation/security/ksecreturndata>.
public var kSecReturnData: CFString { "r_Data" }
/// See <https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain>.
public var kSecUseDataProtectionKeychain: CFString { "nleg" }
