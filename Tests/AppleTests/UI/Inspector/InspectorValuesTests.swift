import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnUI

/// The values from which the inspector's screens are made.
@Suite struct InspectorValuesTests {
  @Test("JSON is laid out over lines without a change of order, numbers or strings")
  func layout() {
    let json = #"{"b":[1,2.50],"a":{},"text":"{\"x\": [1, 2]}\\","none":[ ],"big":1e400}"#
    let lines = """
      {
        "b": [
          1,
          2.50
        ],
        "a": {},
        "text": "{\\"x\\": [1, 2]}\\\\",
        "none": [],
        "big": 1e400
      }
      """
    #expect(JSONLayout.lines(json) == lines)
    #expect(JSONLayout.lines(lines) == lines)
    #expect(JSONLayout.lines("") == "")
    #expect(JSONLayout.lines("}]") == "\n}\n]")
  }

  @Test(
    "marks that join their neighbours into one character change nothing in the layout of JSON",
    arguments: ["\u{301}", "\u{600}", "\u{200D}", "\u{FE0F}", "\u{E0020}", "\u{110BD}"])
  func marks(mark: String) {
    for text in [mark, "\(mark) a, b", "a,  b \(mark)", "\(mark)\\\"  \(mark)"] {
      let lines = JSONLayout.lines("{\"\(text)\":\"\(text)\",\"n\":1}")
      let expected = "{\n  \"\(text)\": \"\(text)\",\n  \"n\": 1\n}"
      #expect(Array(lines.unicodeScalars) == Array(expected.unicodeScalars))
    }
  }

  @Test("a time to wait is rounded up")
  func waiting() {
    let texts: [Int64: String] = [
      0: "now", -5: "now", 1: "in 1 s", 1_000: "in 1 s", 1_001: "in 2 s", 119_000: "in 119 s",
      120_000: "in 2 min", 121_000: "in 3 min", 7_140_000: "in 119 min", 7_200_000: "in 2 h",
      7_260_000: "in 3 h",
    ]
    for (wait, text) in texts { #expect(WaitingTime.text(Milliseconds(wait)) == text) }
  }

  @Test("each state of a delivery has a name, and those that wait for a time have a next attempt")
  func phases() {
    let row = Ledger.Row(
      DeliveryReport(name: "shop", cursor: Cursor()), [])
    let texts = [
      DeliveryMachine.Phase.resting, .gathering(until: 6_000), .delivering,
      .uploading(until: nil), .backingOff(until: 3_000), .exhausted(until: 400_000),
      .barred(until: 1_000), .offline, .withheld, .halted(until: 301_000), .stopped,
    ].map { phase in
      let shown = InspectedDestination(row, phase, at: 1_000)
      return shown.state + (shown.nextAttempt.map { ", \($0)" } ?? "")
    }
    #expect(
      texts == [
        "resting", "gathering, in 5 s", "delivering", "uploading", "backing off, in 2 s",
        "exhausted, in 7 min", "barred, now", "offline",
        "withheld: consent does not permit sending",
        "halted: the destination needs a fix, in 5 min", "stopped",
      ])
    #expect(InspectedDestination(row, nil, at: 0).state == "removed")
  }
}
