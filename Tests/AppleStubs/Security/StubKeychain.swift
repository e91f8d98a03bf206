import Foundation

// Sendable: mutable state is accessed only under the lock.
/// The keychain of the stubs, in memory and controlled by tests.
public final class StubKeychain: @unchecked Sendable {
  /// An item's attributes, by their names as Apple stores them.
  public typealias Item = [String: String]

  /// The only instance.
  public static let shared = StubKeychain()

  private let lock = NSLock()
  private var items: [Item: (rest: Item, data: Data)] = [:]
  private var refusal: OSStatus?
  private var intruder: String?
  private var groups: Set<String> = []

  /// Removes everything, as on a new device.
  public func reset() {
    lock.withLock {
      items = [:]
      refusal = nil
      intruder = nil
      groups = []
    }
  }

  /// Sets the app groups of the process, which are access groups too.
  public func join(_ groups: Set<String>) { lock.withLock { self.groups = groups } }

  /// Makes every call fail with this status; nil for none.
  public func refuse(with status: OSStatus?) { lock.withLock { refusal = status } }

  /// Adds this value as another process would, immediately before the next call.
  public func intrude(_ value: String) { lock.withLock { intruder = value } }

  /// The attributes of all items, without their data.
  public var stored: [Item] {
    lock.withLock { items.map { key, item in key.merging(item.rest) { first, _ in first } } }
  }

  func add(_ attributes: NSDictionary) -> OSStatus {
    lock.withLock {
      if let refusal = refusal(of: attributes) { return refusal }
      guard let (key, rest, data) = Self.take(attributes), let data else { return errSecParam }
      if let intruder { items[key] = (rest, Data(intruder.utf8)) }
      intruder = nil
      guard items[key] == nil else { return errSecDuplicateItem }
      items[key] = (rest, data)
      return errSecSuccess
    }
  }

  func remove(_ query: NSDictionary) -> OSStatus {
    lock.withLock {
      if let refusal = refusal(of: query) { return refusal }
      guard let (key, _, _) = Self.take(query) else { return errSecParam }
      return items.removeValue(forKey: key) == nil ? errSecItemNotFound : errSecSuccess
    }
  }

  func find(_ query: NSDictionary) -> (OSStatus, Data?) {
    lock.withLock {
      if let refusal = refusal(of: query) { return (refusal, nil) }
      guard let (key, _, _) = Self.take(query) else { return (errSecParam, nil) }
      guard let item = items[key] else { return (errSecItemNotFound, nil) }
      let isAsked = (query.object(forKey: kSecReturnData) as? NSNumber)?.boolValue == true
      return (errSecSuccess, isAsked ? item.data : nil)
    }
  }

  func update(_ query: NSDictionary, _ change: NSDictionary) -> OSStatus {
    lock.withLock {
      if let refusal = refusal(of: query) { return refusal }
      guard let (key, _, _) = Self.take(query),
        let data = change.object(forKey: kSecValueData) as? Data
      else { return errSecParam }
      guard let item = items[key] else { return errSecItemNotFound }
      items[key] = (item.rest, data)
      return errSecSuccess
    }
  }

  /// Returns the error for an access group to which the process does not belong.
  private func refusal(of attributes: NSDictionary) -> OSStatus? {
    if let refusal { return refusal }
    let group = attributes.object(forKey: kSecAttrAccessGroup).map { "\($0)" }
    return group.map(groups.contains) ?? true ? nil : errSecMissingEntitlement
  }

  /// Returns the key of an item, its class, service, account and access group; nil when one of the
  /// first three is missing.
  private static func take(_ attributes: NSDictionary) -> (key: Item, rest: Item, data: Data?)? {
    func text(_ name: CFString) -> String? { attributes.object(forKey: name).map { "\($0)" } }
    var key: Item = [:]
    for name in [kSecClass, kSecAttrService, kSecAttrAccount] {
      guard let value = text(name) else { return nil }
      key["\(name)"] = value
    }
    key["\(kSecAttrAccessGroup)"] = text(kSecAttrAccessGroup)
    let rest = text(kSecAttrAccessible).map { ["\(kSecAttrAccessible)": $0] } ?? [:]
    return (key, rest, attributes.object(forKey: kSecValueData) as? Data)
  }
}
