/// Writes binary property lists of keyed archives.
///
/// Foundation's own archiver for Linux takes minutes for a large one.
struct ArchiveWriter {
  private var objects: [[UInt8]] = []
  private var texts: [String: Int] = [:]
  /// The numbers of the objects in the list `$objects`, which references count.
  private var archived: [Int] = []

  /// Returns an archive of dictionaries of texts.
  static func archive(_ events: [[String: [String: String]]]) -> [UInt8] {
    var writer = ArchiveWriter()
    _ = writer.archive(writer.text("$null"))
    let classes = ["NSDictionary", "NSArray"].map { name in
      writer.archive(writer.dictionary(["$classname": writer.text(name)]))
    }
    let list = events.map { event in
      writer.dictionary(
        event.mapValues { members in
          writer.dictionary(members.mapValues { writer.archive(writer.text($0)) }, classes[0])
        }, classes[0])
    }
    let root = writer.archive(
      writer.dictionary(["$class": writer.reference(classes[1]), "NS.objects": writer.list(list)]))
    return writer.bytes(root)
  }

  private mutating func add(_ bytes: [UInt8]) -> Int {
    objects.append(bytes)
    return objects.count - 1
  }

  /// Adds an object to `$objects`; returns its place there.
  private mutating func archive(_ object: Int) -> Int {
    archived.append(object)
    return archived.count - 1
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private mutating func text(_ text: String) -> Int {
    if let known = texts[text] { return known }
    let object = add([0x5F, 0x12] + Self.number(text.utf8.count) + Array(text.utf8))
    texts[text] = object
    return object
  }

  private mutating func reference(_ place: Int) -> Int { add([0x83] + Self.number(place)) }

  private mutating func numbers(_ objects: [Int]) -> Int {
    add([0xAF, 0x12] + Self.number(objects.count) + objects.flatMap(Self.number))
  }

  /// Adds a list of references to archived objects.
  private mutating func list(_ places: [Int]) -> Int { numbers(places.map { reference($0) }) }

  private mutating func dictionary(_ members: [String: Int]) -> Int {
    let names = members.keys.sorted()
    let keys = names.map { text($0) }
    let values = names.compactMap { members[$0] }
    return add([0xDF, 0x12] + Self.number(names.count) + (keys + values).flatMap(Self.number))
  }

  /// Archives a dictionary with archived values.
  private mutating func dictionary(_ members: [String: Int], _ kind: Int) -> Int {
    let names = members.keys.sorted()
    let keys = list(names.map { archive(text($0)) })
    let values = list(names.compactMap { members[$0] })
    return archive(
      dictionary(["$class": reference(kind), "NS.keys": keys, "NS.objects": values]))
  }

  private mutating func bytes(_ root: Int) -> [UInt8] {
    let top = dictionary(["root": reference(root)])
    let all = dictionary(["$top": top, "$objects": numbers(archived)])
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += Self.number(bytes.count)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 4, 4]
    for number in [objects.count, all, table] { bytes += [0, 0, 0, 0] + Self.number(number) }
    return bytes
  }
}
