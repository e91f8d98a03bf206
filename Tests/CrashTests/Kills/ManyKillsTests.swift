import Testing

/// P1, P3, P7, I1, I3, I5, I8, I11: a process may be killed at any moment.
@Suite struct ManyKillsTests {
  @Test(
    "acknowledged events of processes that are killed at any time arrive once, whole and in order")
  func killed() async throws {
    let campaign = KillCampaign()
    let result = try await campaign.run()
    #expect(
      result.faults.isEmpty,
      "CAIRN_KILL_SEED=\(campaign.seed)\n\(result.faults.joined(separator: "\n"))")
    #expect(result.lost == 0)
    #expect(result.kills >= campaign.kills)
    // The processes did record; and in each folder one was killed while it waited for a response.
    #expect(result.acknowledged > campaign.kills)
    #expect(result.repeated >= result.folders)
  }
}
