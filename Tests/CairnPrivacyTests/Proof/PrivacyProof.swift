#if canImport(CryptoKit) || Crypto
/// Every input in every state, and the places where its word was found.
struct PrivacyProof: Sendable {
  struct Cell: Hashable, Sendable {
    var word: String
    var place: ProofPlace
    var state: ProofState
  }

  private var findings: [Cell: ProofFinding] = [:]

  static func measured() async throws -> PrivacyProof {
    var proof = PrivacyProof()
    for state in ProofState.allCases {
      let app = ProofApp(state)
      try await app.run()
      for input in ProofInput.all {
        for place in ProofPlace.allCases {
          let cell = Cell(word: input.word, place: place, state: state)
          proof.findings[cell] = app.finding(input.word, in: place)
        }
      }
    }
    return proof
  }

  func finding(_ input: ProofInput, _ place: ProofPlace, _ state: ProofState) -> ProofFinding {
    func found(_ state: ProofState) -> ProofFinding {
      findings[Cell(word: input.word, place: place, state: state)] ?? .plain
    }
    let here = found(state)
    let isHidden = here == .absent && state == .encrypted && place == .disk
    return isHidden && found(.granted) == .plain ? .encrypted : here
  }

  /// The tables in the form of the documentation.
  var tables: String {
    ProofPlace.allCases.map(table).joined(separator: "\n")
  }

  private func table(_ place: ProofPlace) -> String {
    let states = ProofState.allCases
    let head = "| Input | " + states.map(\.rawValue).joined(separator: " | ") + " |"
    let line = "|---" + states.map { _ in "|---" }.joined() + "|"
    let rows = ProofInput.all.map { input in
      "| \(input.title) | "
        + states.map { finding(input, place, $0).rawValue }.joined(separator: " | ") + " |"
    }
    return "### \(place.rawValue)\n\n" + ([head, line] + rows).joined(separator: "\n") + "\n"
  }
}

extension ProofInput {
  /// Returns the findings that are allowed in a place; any other one is a leak.
  func allowed(_ place: ProofPlace, _ state: ProofState) -> Set<ProofFinding> {
    switch (place, kind) {
    case (_, .dropped): [.absent]
    case (.disk, .secret), (.log, .secret): [.absent]
    case (.log, .personal), (.log, .kept), (.log, .key), (.log, .answer): [.absent]
    case (.log, .eventName): state == .redacted ? [.absent, .hashed] : [.absent, .plain]
    case (.requests, .answer), (.requests, .kept): [.absent]
    case (_, .setup): [.absent, .plain, .hashed, .encrypted]
    case (.requests, .secret): [.absent, .plain]
    case (.disk, .personal), (.disk, .kept), (.disk, .eventName), (.disk, .answer), (.disk, .key):
      kept(state)
    case (.requests, .personal), (.requests, .eventName), (.requests, .key):
      state.isSent ? kept(state, isHidden: false) : [.absent]
    }
  }

  private func kept(_ state: ProofState, isHidden: Bool = true) -> Set<ProofFinding> {
    guard state.isKept else { return [.absent] }
    switch state {
    case .encrypted where isHidden: return [.absent, .encrypted]
    // Keys are not searched for patterns, and a server's text does not come from the app.
    case .redacted where kind != .key && kind != .answer: return [.absent, .hashed]
    default: return [.absent, .plain]
    }
  }
}
#endif
