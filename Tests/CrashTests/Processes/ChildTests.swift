import CrashSupport
import Testing

/// The tests' own children: one that hangs must not stop all tests.
@Suite struct ChildTests {
  @Test("the end of a process is noticed although what it left keeps the pipe open")
  func left() throws {
    let child = try Child("sh", ["-c", "sleep 3600 & exit 3"], inGroup: true)
    #expect(child.end(within: Child.hangLimit) == .exit(3))
  }

  @Test(
    "a process that does not end is killed, with what it started",
    arguments: [
      "sleep 3600 & sleep 3600", "exec >&-; sleep 3600", "while :; do echo; sleep 0.1; done",
    ])
  func hanging(script: String) throws {
    let child = try Child("sh", ["-c", script], inGroup: true)
    #expect(child.end(within: 1_000) == .signal(9))
  }

  @Test("the output of a process does not fill the pipe")
  func output() throws {
    let child = try Child("sh", ["-c", "head -c 1000000 /dev/zero; exit 4"], inGroup: true)
    #expect(child.end(within: Child.hangLimit) == .exit(4))
  }
}
