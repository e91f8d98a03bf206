import Cairn
import Testing

/// The duration of an event according to two clocks.
@Suite struct EventTimersTests {
  func at(wall: Int64, continuous: Int64) -> Moment {
    Moment(
      wall: WallTime(milliseconds: wall), continuous: MonotonicTime(milliseconds: continuous))
  }

  @Test("the continuous clock counts; across a reboot the wall clock, unless it was set back")
  func clocks() {
    let timer = EventTimers.Timer(
      "a", start: at(wall: 1_000_000, continuous: 50_000), boot: 7, maximum: .seconds(100))
    #expect(timer.duration(until: at(wall: 0, continuous: 51_000), boot: 7) == 1_000)
    #expect(timer.duration(until: at(wall: 1_002_000, continuous: 20), boot: 8) == 2_000)
    #expect(timer.duration(until: at(wall: 999_999, continuous: 20), boot: 8) == nil)
    #expect(timer.duration(until: at(wall: 1_100_001, continuous: 20), boot: 8) == nil)
    // A boot without an identifier whose clock runs behind is another one.
    #expect(timer.duration(until: at(wall: 1_003_000, continuous: 20), boot: 7) == 3_000)
  }

  @Test("numbers that a process with an Int of 32 bits has stored are read")
  func doubles() throws {
    let timers = #"[["a",1764225600000.0,5.0e10,9.223372036854775807e18,"0000000000000007"]]"#
    let json = #"{"cairn.timers":\#(timers)}"#
    let timer = try #require(SuperPropertyValues(json: Array(json.utf8))?.timers["a"])
    let start = at(wall: 1_764_225_600_000, continuous: 50_000_000_000)
    #expect(timer == EventTimers.Timer("a", start: start, boot: 7, maximum: .max))
  }

  @Test("stored timers are read back, without damaged entries")
  func stored() throws {
    var values = SuperPropertyValues()
    let timer = EventTimers.Timer(
      "A \"quoted\" name", start: at(wall: 1_000_000, continuous: 50_000), boot: .max,
      maximum: .seconds(100))
    values.set("plan", "pro")
    SuperPropertyChange.startTimer(timer).apply(to: &values)
    let read = try #require(SuperPropertyValues(json: values.json))
    #expect(read.timers == values.timers)
    #expect(read.values == ["plan": "pro"])
    let damaged =
      #"{"cairn.timers":[["a",1,2,3],["b",1,2,3,"x"],7,["c",1,2,3,"00000000000000ff"]]}"#
    let others = try #require(SuperPropertyValues(json: Array(damaged.utf8)))
    #expect(others.timers["a"] == nil)
    #expect(others.timers["b"] == nil)
    #expect(others.timers["c"] != nil)
  }
}
