@testable import Cairn

/// Remote settings in a server's form, and in the form that an earlier run stored.
enum SettingsTarget: TextTarget {
  static let words = [
    #""enabled":false"#, #""sampling":{"e":0.5}"#, #""flushAt":1e300"#, #""flushInterval":-1"#,
    #""validFor":0.0001"#, "null", "[]", "{}", ",", "-0", #""e\u0301":1"#, #"{"enabled":"#,
  ]

  static func run(_ input: [UInt8]) {
    checkAnswer(input)
    checkCopy(input)
    checkAge(input)
  }

  private static func checkAnswer(_ body: [UInt8]) {
    let response = HTTPResponse(status: 200, body: body)
    guard case .new(let rules, _, let kept, _) = RemoteSettingsResponse(response, hasCopy: true)
    else {
      return
    }
    precondition(
      kept == body && body.count <= RemoteSettingsValues.maximumBytes, "what is kept came so")
    let bounds = (RemoteSettingsValues.flushAtBounds, RemoteSettingsValues.flushIntervalBounds)
    precondition(rules.flushAt.map { bounds.0.contains(Double($0)) } ?? true, "flushAt")
    precondition(rules.flushInterval.map(bounds.1.contains) ?? true, "flushInterval")
    precondition(
      (0...RemoteSettingsValues.longestValidity).contains(rules.validFor), "a day at most")
    for (name, rate) in rules.sampling {
      precondition((0...1).contains(rate), "a part of the installations")
      let isSampled = RemoteSettingsValues.isSampled(name, "somebody", rate: rate)
      precondition(rate < 1 || isSampled, "at 1 all of them")
      precondition(rate > 0 || !isSampled, "at 0 none")
    }
    let again = try? RemoteSettingsValues.read(body).rules
    precondition(again == rules, "read again after a launch it says the same")
  }

  private static func checkCopy(_ bytes: [UInt8]) {
    let address = bytes.number(UInt64.self, at: 0)
    guard let copy = CachedRemoteSettings(bytes, from: address) else { return }
    let again = CachedRemoteSettings(copy.encoded(from: address), from: address)
    precondition(again == copy, "a copy is read as it was written")
    precondition(
      CachedRemoteSettings(bytes, from: address &+ 1) == nil, "that of another server is none")
    checkAge(copy.age, bytes)
  }

  private static func checkAge(_ bytes: [UInt8]) {
    let moment = Moment(
      wall: WallTime(milliseconds: bytes.number(Int64.self, at: 0)),
      continuous: MonotonicTime(milliseconds: bytes.number(Int64.self, at: 8)))
    let age = RemoteAge(
      spent: Milliseconds(bytes.number(Int64.self, at: 16)), moment: moment, boot: 7)
    checkAge(age, bytes)
  }

  /// With any clocks, settings only become older.
  private static func checkAge(_ age: RemoteAge, _ bytes: [UInt8]) {
    let now = Moment(
      wall: WallTime(milliseconds: bytes.number(Int64.self, at: 24)),
      continuous: MonotonicTime(milliseconds: bytes.number(Int64.self, at: 32)))
    for boot in [0, 7, age.boot] {
      let older = age.advanced(to: now, boot: boot)
      precondition(older.spent >= max(0, age.spent), "no younger than before")
    }
  }
}
