#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Something that reads bytes which may be anything.
protocol FuzzTarget: Sendable {
  /// Reads them, and stops the process when what comes of it breaks a promise.
  static func run(_ input: [UInt8])

  /// Makes checks and lengths fit again after a mutation, so that what lies behind them is reached.
  static func repair(_ input: inout [UInt8], _ dice: inout FuzzDice)
}

private let targets: [String: any FuzzTarget.Type] = [
  "segment": SegmentTarget.self, "cursor": CursorTarget.self, "identity": IdentityTarget.self,
  "body": BodyTarget.self,
]

/// The environment chooses: one program serves all targets.
private let target: any FuzzTarget.Type = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "segment"
  guard let target = targets[name] else { fatalError("no target \(name)") }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
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
  var dice = FuzzDice(seed)
  target.repair(&input, &dice)
  let length = min(input.count, limit)
  input.withUnsafeBufferPointer {
    bytes.update(from: $0.baseAddress ?? UnsafePointer(bytes), count: length)
  }
  return length
}
