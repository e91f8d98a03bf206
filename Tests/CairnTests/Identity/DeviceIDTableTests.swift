import Cairn
import Testing

/// The table that determines the anonymous identifier.
@Suite struct DeviceIDTableTests {
  typealias Finding = AnonymousIDResolver
  typealias Decision = AnonymousIDResolution

  static func finding(
    _ file: Finding.File, _ mirror: String?, _ record: Finding.Record,
    _ installation: Installation = .own, survives: Bool = false
  ) -> Finding {
    Finding(
      file: file, mirror: mirror, record: record, installation: installation,
      survivesReinstall: survives)
  }

  static let rows: [(Finding, Decision)] = [
    // The first start, and the start after a kill during it.
    (finding(.missing, nil, .missing), Decision("new", .candidate)),
    (finding(.holds("f", .candidate), nil, .missing), Decision("f", .candidate)),
    (finding(.holds("f", .candidate), nil, .holds("f")), Decision("f", .kept)),
    (finding(.holds("f", .candidate), "f", .holds("f")), Decision("f", .kept)),
    // All other starts.
    (finding(.holds("f", .kept), "f", .notAsked), Decision("f", .kept)),
    (finding(.holds("f", .kept), nil, .holds("f")), Decision("f", .kept)),
    (finding(.holds("f", .kept), "m", .holds("f")), Decision("f", .kept)),
    // The app was deleted and installed again.
    (finding(.missing, nil, .holds("r")), Decision("new", .unkept, .reinstalled)),
    (finding(.missing, nil, .holds("r"), survives: true), Decision("r", .kept, .reinstalled)),
    (finding(.missing, "m", .holds("r")), Decision("new", .unkept, .reinstalled)),
    (
      finding(.holds("f", .candidate), nil, .holds("r")), Decision("f", .unkept, .reinstalled)
    ),
    (
      finding(.holds("f", .candidate), nil, .holds("r"), survives: true),
      Decision("r", .kept, .reinstalled)
    ),
    // Only the file was lost, or a backup was restored to the same device.
    (finding(.missing, "r", .holds("r")), Decision("r", .kept)),
    (finding(.missing, "r", .holds("r"), .foreign), Decision("r", .kept)),
    // A backup was restored on another device.
    (finding(.missing, "m", .missing), Decision("new", .candidate, .restored)),
    (finding(.missing, "m", .missing, .foreign), Decision("new", .candidate, .restored)),
    (
      finding(.missing, "m", .missing, survives: true), Decision("new", .candidate, .restored)
    ),
    // A reset that is not stored in the record yet.
    (finding(.holds("f", .unkept), "m", .holds("r")), Decision("f", .unkept)),
    (finding(.holds("f", .unkept), "f", .missing), Decision("f", .unkept)),
    (
      finding(.holds("f", .unkept), "m", .failing), Decision("f", .unkept, .recordFails)
    ),
    // A reset that is not stored in the file; an emptied keychain.
    (
      finding(.holds("f", .kept), "r", .holds("r")),
      Decision("r", .kept, .replaced, forgetsUser: true)
    ),
    (finding(.holds("f", .kept), "m", .missing), Decision("f", .unkept)),
    // The record fails.
    (finding(.holds("f", .kept), "m", .failing), Decision("f", .kept, .recordFails)),
    (finding(.missing, nil, .failing), Decision("new", .candidate, .recordFails)),
    (finding(.missing, "m", .failing), Decision("new", .candidate, .recordFails)),
    (
      finding(.holds("f", .candidate), "m", .failing), Decision("f", .candidate, .recordFails)
    ),
    // The file cannot be read: the identifier applies to this launch only.
    (finding(.unreadable, nil, .holds("r")), Decision("r", .kept, mayBeWritten: false)),
    (finding(.unreadable, "m", .missing), Decision("new", .candidate, mayBeWritten: false)),
    (
      finding(.unreadable, "m", .failing),
      Decision("m", .candidate, mayBeWritten: false, .recordFails)
    ),
    (
      finding(.unreadable, "m", .failing, .foreign),
      Decision("new", .candidate, mayBeWritten: false, .recordFails)
    ),
    (
      finding(.unreadable, nil, .failing),
      Decision("new", .candidate, mayBeWritten: false, .recordFails)
    ),
    // It is unknown which installation the file belongs to: it is used, and the record is not
    // changed.
    (
      finding(.holds("f", .kept), "f", .missing, .unknown),
      Decision("f", .kept, mayBeWritten: false)
    ),
    (
      finding(.holds("f", .unkept), "f", .missing, .unknown),
      Decision("f", .unkept, mayBeWritten: false)
    ),
    (
      finding(.holds("f", .candidate), nil, .missing, .unknown),
      Decision("f", .candidate, mayBeWritten: false)
    ),
    (finding(.missing, nil, .missing, .unknown), Decision("new", .candidate)),
  ]

  @Test("the decision is the one in the table", arguments: rows)
  func decided(finding: Finding, decision: Decision) {
    #expect(finding.decision(fresh: "new") == decision)
  }

  static let all: [Finding] = {
    var files: [Finding.File] = [.unreadable, .missing]
    for status in [AnonymousIDStatus.kept, .candidate, .unkept] {
      files += ["f", "r", "m"].map { .holds($0, status) }
    }
    var all: [Finding] = []
    for file in files {
      for mirror in [nil, "m", "r", "f"] {
        for record in [Finding.Record.failing, .missing, .holds("r")] {
          for installation in [Installation.own, .foreign, .unknown] {
            for survives in [false, true] {
              all.append(finding(file, mirror, record, installation, survives: survives))
            }
          }
        }
      }
    }
    return all
  }()

  @Test("the mirror alone is never used when the record is empty or the journal is foreign")
  func mirrorAlone() {
    for finding in Self.all where finding.record == .missing || finding.installation == .foreign {
      guard finding.file == .missing || finding.file == .unreadable else { continue }
      let decision = finding.decision(fresh: "new")
      #expect(decision.id == "new" || finding.record == .holds(decision.id), "\(finding)")
    }
  }

  @Test("an identifier from a reset applies, whatever the other places contain")
  func reset() {
    for finding in Self.all {
      guard case .holds(let id, .unkept) = finding.file else { continue }
      #expect(finding.decision(fresh: "new").id == id, "\(finding)")
    }
  }

  @Test(
    "a possibly foreign or unreadable identifier is never written to the record"
  )
  func untold() {
    for finding in Self.all {
      let decision = finding.decision(fresh: "new")
      if case .holds(decision.id, _) = finding.file, finding.installation == .unknown,
        finding.record != .holds(decision.id)
      {
        #expect(!decision.mayBeWritten, "\(finding)")
      }
      if finding.file == .unreadable { #expect(!decision.mayBeWritten, "\(finding)") }
    }
  }

  @Test("a stored decision is made again at the next start, without reading the record")
  func stable() {
    for finding in Self.all where finding.record != .failing {
      let first = finding.decision(fresh: "new")
      guard first.mayBeWritten else { continue }
      var next = finding
      (next.file, next.mirror, next.record) = (.holds(first.id, .kept), first.id, .notAsked)
      #expect(next.decision(fresh: "newer").id == first.id)
      #expect(next.needsRecord == (finding.installation == .unknown))
    }
  }

  @Test("no failing record changes the user")
  func failing() {
    for finding in Self.all where finding.record == .failing {
      let decision = finding.decision(fresh: "new")
      #expect(!decision.forgetsUser)
      if case .holds(let id, _) = finding.file { #expect(decision.id == id) }
    }
  }
}
