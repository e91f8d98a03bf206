// The parts of Apple's framework Security that Cairn uses, so that code for Apple platforms is
// compiled and run on other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/corefoundation/cfstring>.
public typealias CFString = NSString
/// See <https://developer.apple.com/documentation/corefoundation/cfdictionary>.
public typealias CFDictionary = NSDictionary
/// See <https://developer.apple.com/documentation/corefoundation/cftyperef>.
public typealias CFTypeRef = AnyObject

/// See <https://developer.apple.com/documentation/security/secitemadd(_:_:)>.
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  StubKeychain.shared.add(attributes)
}

/// See <https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)>.
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  let (status, data) = StubKeychain.shared.find(query)
  result?.pointee = data.map { NSData(data: $0) }
  return status
}

/// See <https://developer.apple.com/documentation/security/secitemdelete(_:)>.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  StubKeychain.shared.remove(query)
}

/// See <https://developer.apple.com/documentation/security/secitemupdate(_:_:)>.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  StubKeychain.shared.update(query, attributesToUpdate)
}
