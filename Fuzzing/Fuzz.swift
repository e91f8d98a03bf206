/// A reader of arbitrary bytes.
protocol FuzzTarget: Sendable {
  /// The limit for one input.
  static var limit: InputLimit { get }

  /// Reads the bytes, and stops the process when an invariant is violated.
  static func run(_ input: [UInt8])

  /// Repairs checks and lengths after a mutation, so that the code behind them is reached.
  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice)
}

extension FuzzTarget {
  static var limit: InputLimit { InputLimit() }
}

private let targets: [String: any FuzzTarget.Type] = [
  // Files on the disk.
  "segment": SegmentTarget.self, "cursor": CursorTarget.self, "identity": IdentityTarget.self,
  "body": BodyTarget.self,
  // Files of other SDKs.
  "legacy": LegacyTarget.self, "propertyList": PropertyListTarget.self,
  // What clients send to the collector.
  "json": JSONTarget.self, "gunzip": GunzipTarget.self, "timestamp": TimestampTarget.self,
  "query": QueryTarget.self, "credentials": CredentialsTarget.self, "batch": BatchTarget.self,
  // What servers send to the SDK.
  "answer": AnswerTarget.self, "retryAfter": RetryAfterTarget.self,
  "settings": SettingsTarget.self, "experiments": ExperimentsTarget.self,
]

private let target: any FuzzTarget.Type = {
  let name = String(FuzzName.selected.prefix { $0 != ":" })
  guard let target = targets[name] else { fatalError("no target \(name)") }
  return target
}()

private let meter = InputMeter(target.limit)

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  meter.measure(input.count) { target.run(input) }
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// Called by libFuzzer for a mutated input.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  let mutated = mutate(bytes, count, limit)
  // One input in four is not repaired.
  guard seed & 3 != 0 else { return mutated }
  var input = Array(UnsafeBufferPointer(start: bytes, count: mutated))
  var dice = FuzzDice(seed, room: limit)
  target.repair(&input, &dice)
  let length = min(input.count, limit)
  input.withUnsafeBufferPointer {
    bytes.update(from: $0.baseAddress ?? UnsafePointer(bytes), count: length)
  }
  return length
}
