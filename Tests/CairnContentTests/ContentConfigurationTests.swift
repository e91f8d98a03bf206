import Cairn
import CairnContent
import Foundation
import Testing

@Suite struct ContentConfigurationTests {
  @Test("the defaults are those of the documents")
  func defaults() {
    let configuration = ContentConfiguration()
    #expect(configuration.batchFlushInterval == 2_000)
    #expect(configuration.maximumWait == 5_000)
    #expect(configuration.maxBatchSize == 10)
    #expect(configuration.batchingEnabled)
    #expect(configuration.trackExperiences)
    #expect(!configuration.excludeAssetsFromUntrackedExperience)
    #expect(configuration.schedule.flushAt == 10)
    #expect(configuration.schedule.flushInterval == 2)
    #expect(configuration.warnings.isEmpty)
  }

  @Test("all documented keys are read from JSON, and those of other modules are ignored")
  func keys() {
    let json = """
      {"contentanalytics.configId": "ds", "contentanalytics.trackExperiences": false,
       "contentanalytics.batchingEnabled": false, "contentanalytics.maxBatchSize": 20,
       "contentanalytics.batchFlushInterval": 500, "contentanalytics.excludedAssetUrlsRegexp": "a",
       "contentanalytics.excludedAssetLocationsRegexp": "b",
       "contentanalytics.excludedExperienceLocationsRegexp": "c",
       "contentanalytics.excludeAssetsFromUntrackedExperience": true,
       "contentanalytics.region": "aus3", "edge.configId": "edge", "edge.domain": "edge.test",
       "edge.environment": "int", "experienceCloud.org": "0123456789ABCDEF01234567@AdobeOrg",
       "region": "leak", "maxBatchSize": 7}
      """
    var expected = ContentConfiguration()
    expected.configId = "ds"
    expected.trackExperiences = false
    expected.batchingEnabled = false
    expected.maxBatchSize = 20
    expected.batchFlushInterval = 500
    expected.excludedAssetUrlsRegexp = "a"
    expected.excludedAssetLocationsRegexp = "b"
    expected.excludedExperienceLocationsRegexp = "c"
    expected.excludeAssetsFromUntrackedExperience = true
    expected.region = "aus3"
    expected.edgeConfigId = "edge"
    expected.edgeDomain = "edge.test"
    expected.edgeEnvironment = "int"
    expected.experienceCloudOrg = "0123456789ABCDEF01234567@AdobeOrg"
    #expect(ContentConfiguration(json: Data(json.utf8)) == expected)
  }

  @Test("the datastream of content wins over the app's")
  func datastream() {
    #expect(ContentConfiguration(["edge.configId": "app"]).datastream == "app")
    let both = ContentConfiguration(["edge.configId": "app", "contentanalytics.configId": "own"])
    #expect(both.datastream == "own")
  }

  @Test(
    "values out of range are clamped, and logged",
    arguments: [
      (["contentanalytics.maxBatchSize": 0], 1, 2_000),
      (["contentanalytics.maxBatchSize": 1_000], 100, 2_000),
      (["contentanalytics.batchFlushInterval": -3], 10, 10),
      (["contentanalytics.batchFlushInterval": 1e11], 10, 86_400_000),
    ] as [([String: Value], Int, Double)])
  func clamped(values: [String: Value], size: Int, interval: Double) {
    let configuration = ContentConfiguration(values)
    #expect(configuration.maxBatchSize == size)
    #expect(configuration.batchFlushInterval == interval)
    #expect(configuration.warnings.count == 1)
    #expect(ContentConfiguration(values).bounded.warnings.count == 1)
  }

  @Test("a value of the wrong type is logged and its key ignored; the others apply")
  func wrongType() {
    let configuration = ContentConfiguration([
      "contentanalytics.maxBatchSize": "ten", "contentanalytics.configId": 5,
      "contentanalytics.batchingEnabled": 1, "contentanalytics.region": "ind1",
    ])
    #expect(configuration.maxBatchSize == 10)
    #expect(configuration.configId == nil)
    #expect(configuration.batchingEnabled)
    #expect(configuration.region == "ind1")
    #expect(configuration.warnings.count == 3)
    #expect(ContentConfiguration(json: Data("[]".utf8)).warnings.count == 1)
  }

  @Test("an invalid organisation and a broken pattern are logged once, from any source")
  func texts() {
    var set = ContentConfiguration()
    set.experienceCloudOrg = "me"
    set.excludedAssetUrlsRegexp = "(["
    let read = ContentConfiguration([
      "experienceCloud.org": "me", "contentanalytics.excludedAssetUrlsRegexp": "([",
    ])
    #expect(read == set.bounded)
    #expect(set.bounded.bounded.warnings == set.bounded.warnings)
    let key = "excludedAssetUrlsRegexp"
    #expect(
      read.warnings == [
        "\(key) is not a valid regular expression and is ignored",
        "experienceCloud.org is not 24 capital letters or digits and @AdobeOrg",
      ])
  }

  @Test("a file is read as its JSON is; one that is not there is an error")
  func file() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("content-\(UUID().uuidString).json")
    #expect(throws: (any Error).self) { try ContentConfiguration(contentsOf: file) }
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"contentanalytics.maxBatchSize": 20, "edge.configId": "ds"}"#.utf8).write(to: file)
    let configuration = try ContentConfiguration(contentsOf: file)
    #expect(configuration.maxBatchSize == 20)
    #expect(configuration.datastream == "ds")
    #expect(configuration.warnings.isEmpty)
  }

  @Test(
    "the region follows from the domain, unless it is given",
    arguments: [
      ("edge-eu.example.com", "irl1"), ("X.IRL1.y", "irl1"), ("edge-au.test", "aus3"),
      ("aus3", "aus3"), ("edge-jp.test", "jpn3"), ("jpn3", "jpn3"), ("edge-in.test", "ind1"),
      ("ind1", "ind1"), ("edge-sg.test", "sgp3"), ("sgp3", "sgp3"), ("or2.test", "or2"),
      ("va6.test", "va6"), ("edge.example.com", "va7"), (nil, "va7"),
      ("edge-eu.or2", "irl1"),
    ] as [(String?, String)])
  func region(domain: String?, region: String) {
    var configuration = ContentConfiguration()
    configuration.edgeDomain = domain
    #expect(configuration.effectiveRegion == region)
    configuration.region = "own"
    #expect(configuration.effectiveRegion == "own")
  }

  @Test("without batching each interaction is due at once")
  func unbatched() {
    #expect(ContentConfiguration(["contentanalytics.batchingEnabled": false]).schedule.flushAt == 1)
  }
}
