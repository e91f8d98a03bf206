#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Something that reads bytes which may be anything.
protocol FuzzTarget: Sendable {
  /// What one input may cost.
  static var limit: InputLimit { get }

  /// Reads them, and stops the process when what comes of it breaks a promise.
  static func run(_ input: [UInt8])

  /// Makes checks and lengths fit again after a mutation, so that what lies behind them is reached.
  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice)
}

extension FuzzTarget {
  static var limit: InputLimit { InputLimit() }
}

private let targets: [String: any FuzzTarget.Type] = [
  // Files on the disk.
  "segment": SegmentTarget.self, "cursor": CursorTarget.self, "identity": IdentityTarget.self,
  "body": BodyTarget.self,
  // What clients send to the collector.
  "json": JSONTarget.self, "gunzip": GunzipTarget.self, "timestamp": TimestampTarget.self,
  "query": QueryTarget.self, "credentials": CredentialsTarget.self, "batch": BatchTarget.self,
  // What servers send to the SDK.
  "answer": AnswerTarget.self, "retryAfter": RetryAfterTarget.self,
  "settings": SettingsTarget.self, "experiments": ExperimentsTarget.self,
]

/// The environment chooses: one program serves all targets.
private let target: any FuzzTarget.Type = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "segment"
  guard let target = targets[name] else { fatalError("no target \(name)") }
  return target
}()

private let meter = InputMeter(target.limit)

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  meter.measure(input.count) { target.run(input) }
  return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int) -> Int

/// What libFuzzer calls for another input.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  let mutated = mutate(bytes, count, limit)
  // One in four stays as broken as it is.
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
