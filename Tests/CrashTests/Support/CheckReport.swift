/// The part of the output of `journalworkload check` that the tests need.
struct CheckReport: Decodable {
  /// The counters of the destination.
  struct Account: Decodable {
    var accepted: Int
    var delivered: Int
    var filtered: Int
    var deadLettered: Int
    var damaged: Int
    var dropped: Int
    var pending: Int
    var balances: Bool
  }

  var foreign: [String]
  var accounts: [Account]
  var isInMemory: Bool
  var deliveredAgain: Int
  var balancesAgain: Bool
}

extension CheckReport {
  /// Whether events wait because another process delivers.
  var isBusy: Bool { accounts.contains { $0.pending > 0 } }

  /// Returns the problems in a folder from which this number of events were ever delivered to a
  /// destination.
  func faults(delivered: Int, to place: Int = 0) -> [String] {
    var faults: [String] = []
    func require(_ holds: Bool, _ sentence: String) {
      if !holds { faults.append(sentence) }
    }
    require(!isInMemory, "the folder could not be opened")
    require(foreign.isEmpty, "\(foreign.count) events that nobody recorded: \(foreign.prefix(2))")
    require(deliveredAgain == 0, "\(deliveredAgain) events were delivered again")
    guard accounts.indices.contains(place) else { return faults + ["there is no account"] }
    let account = accounts[place]
    require(account.balances && balancesAgain, "the ledger does not balance: \(account)")
    require(account.pending == 0, "\(account.pending) events were not delivered")
    require(account.damaged == 0, "\(account.damaged) events are damaged")
    require(
      account.delivered == delivered && account.accepted == delivered,
      "\(delivered) events were delivered, and the account says \(account)")
    return faults
  }
}
