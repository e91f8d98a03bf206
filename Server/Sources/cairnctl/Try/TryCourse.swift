import Foundation
import ToolSupport

/// The steps of `try`, one after the other, each with a line in the terminal.
@available(macOS 14, *)
struct TryCourse: Sendable {
  let collector: TryCollector
  let shop: TryShop
  let pause: Duration
  let opensPages: Bool
  /// Whether it ends after the comparison.
  let once: Bool

  /// Events of the shop a second: while the steps take place, and afterwards.
  private static let (rate, calmRate) = (20.0, 2.0)

  private let terminal = Terminal.standardOutput

  init(
    collector: TryCollector, shop: TryShop, pause: Duration, opensPages: Bool, once: Bool
  ) {
    self.collector = collector
    self.shop = shop
    self.pause = pause
    self.opensPages = opensPages
    self.once = once
  }

  /// Runs the steps; returns after the comparison, or never, until the task is cancelled.
  func run() async throws -> TryProof {
    try await collector.start()
    write("A collector listens at \(terminal.bold(collector.url))")
    try await storeHistory()
    open()
    try shop.start(rate: Self.rate)
    write("The shop's app tracks \(Int(Self.rate)) events a second, with the SDK on six devices")
    try await Task.sleep(for: pause)
    await shop.kill()
    write("The app is killed with SIGKILL after \(count) events, and starts again")
    try shop.start(rate: Self.rate)
    try await Task.sleep(for: pause)
    await collector.kill()
    write("The collector is killed with SIGKILL; the app tracks on without it")
    try await Task.sleep(for: pause)
    try await collector.start()
    write("The collector starts again after \(count) events, and the app delivers what it kept")
    try await Task.sleep(for: pause)
    await shop.finish()
    let proof = try await compare()
    if once || !proof.isGood { return proof }
    try shop.start(rate: Self.calmRate)
    write(terminal.dim("The shop goes on until Ctrl-C"))
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }

  /// Kills what still runs.
  func end() async {
    await shop.kill()
    await collector.kill()
  }

  private var count: String { shop.tracked.count.grouped }

  private func storeHistory() async throws {
    let now = Date()
    let batches = try ShopHistory.batches(now: now, seed: 7)
    for batch in batches { try await collector.send(batch) }
    write("A month of a sample shop is stored, so that Trends, Funnel and Retention have data")
  }

  private func open() {
    let page = "\(collector.url)/live"
    let isOpen = opensPages && Browser.open(page)
    write("Its pages\(isOpen ? " are open in your browser" : ""): \(terminal.bold(page))")
  }

  private func compare() async throws -> TryProof {
    let stored = try await TryProof.stored(collector)
    let proof = TryProof(tracked: shop.tracked, stored: stored)
    let text =
      "tracked: \(proof.tracked.grouped) · lost: \(proof.lost.grouped) · "
      + "stored twice: \(proof.doubled.grouped)"
    write(proof.isGood ? terminal.green(text) : terminal.red(text))
    return proof
  }

  private func write(_ text: String) { terminal.write("  \(text)\n") }
}
