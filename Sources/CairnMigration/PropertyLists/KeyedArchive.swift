/// Reads the plain values of a keyed archive, as `NSKeyedArchiver` writes it.
///
/// No class is instantiated: only dictionaries, arrays, sets, dates, URLs, texts, numbers, data and
/// null are known. References may form circles, so the number of values and their depth are
/// limited.
package struct KeyedArchive {
  private static let depthLimit = 64
  private static let mostValues = 1_000_000
  private let objects: [PropertyList]
  /// The number of values that may still be read.
  private var budget: Int

  /// Returns the value at the root; nil when the bytes are no archive of plain values.
  package static func read(_ bytes: [UInt8]) -> PropertyList? {
    guard let archive = PropertyList(bytes)?.dictionary, let objects = archive["$objects"]?.array,
      let top = archive["$top"]?.dictionary,
      let root = top["root"] ?? top.min(by: { $0.key < $1.key })?.value
    else { return nil }
    // Each value has a reference in the file, unless it is a part of several others.
    var reader = KeyedArchive(objects: objects, budget: min(bytes.count, Self.mostValues))
    return reader.value(root, depth: 0)
  }

  private init(objects: [PropertyList], budget: Int) {
    self.objects = objects
    self.budget = budget
  }

  private mutating func value(_ list: PropertyList, depth: Int) -> PropertyList? {
    budget -= 1
    guard budget > 0, depth < Self.depthLimit else { return nil }
    if case .data(let bytes) = list { budget -= bytes.count / 64 }
    guard case .reference(let place) = list else { return list }
    guard objects.indices.contains(place) else { return nil }
    // The first object stands for nil.
    if place == 0 { return .reference(0) }
    guard let object = objects[place].dictionary else { return objects[place] }
    return instance(object, depth)
  }

  private mutating func instance(
    _ object: [String: PropertyList], _ depth: Int
  ) -> PropertyList? {
    switch className(object) {
    case "NSDictionary", "NSMutableDictionary": dictionary(object, depth)
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet":
      elements(object["NS.objects"], depth).map(PropertyList.array)
    case "NSDate":
      switch object["NS.time"] {
      case .real(let seconds)?: .date(seconds)
      case .integer(let seconds)?: .date(Double(seconds))
      default: nil
      }
    case "NSURL": object["NS.relative"].flatMap { value($0, depth: depth + 1) }
    case "NSString", "NSMutableString":
      object["NS.string"].flatMap { value($0, depth: depth + 1) }
    case "NSData", "NSMutableData": object["NS.data"].flatMap { value($0, depth: depth + 1) }
    case "NSUUID": object["NS.uuidbytes"]?.data.flatMap(Self.uuid)
    case "NSNull": .reference(0)
    default: nil
    }
  }

  private func className(_ object: [String: PropertyList]) -> String? {
    guard case .reference(let place)? = object["$class"], objects.indices.contains(place) else {
      return nil
    }
    return objects[place].dictionary?["$classname"]?.string
  }

  private mutating func dictionary(
    _ object: [String: PropertyList], _ depth: Int
  ) -> PropertyList? {
    guard let names = elements(object["NS.keys"], depth),
      let values = elements(object["NS.objects"], depth)
    else { return nil }
    var members: [String: PropertyList] = [:]
    for (name, value) in zip(names, values) {
      if let name = name.string { members[name] = value }
    }
    return .dictionary(members)
  }

  /// Returns the elements; one of an unknown class is left out as null.
  private mutating func elements(_ list: PropertyList?, _ depth: Int) -> [PropertyList]? {
    guard let list = list?.array else { return nil }
    return list.map { value($0, depth: depth + 1) ?? .reference(0) }
  }

  private static func uuid(_ bytes: [UInt8]) -> PropertyList? {
    guard bytes.count == 16 else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { text.append(UInt8(ascii: "-")) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return .string(String(decoding: text, as: UTF8.self))
  }
}
