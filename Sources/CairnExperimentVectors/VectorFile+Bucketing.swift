import Cairn
import CairnExperiments

extension VectorFile {
  /// Checks the hash, the bucket, and the variation under each of the file's allocations.
  func checkValue(_ row: DocumentPart) -> (expected: String, found: String) {
    let (experience, visitor) = (row["experienceId"].string, row["visitorId"].string)
    let hash = MurmurHash3.hash(experience, visitor, seed: UInt32(row["seed"].integer))
    let value = Bucketer.value(hash: hash)
    let sets = row["choices"].members.keys.sorted()
    let expected = sets.map { "\($0): \(row["choices"][$0].choice)" }
    let found = sets.map { name in
      "\(name): \(choice(content["allocationSets"][name], at: value, .packed))"
    }
    return (
      "\(row["hash"].integer) \(row["value"].integer) \(expected)", "\(hash) \(value) \(found)"
    )
  }

  func checkBoundary(_ row: DocumentPart) -> (expected: String, found: String) {
    let layout = BucketLayout(version: row["version"].value)
    return (
      "\(row["layout"].string) \(row["expected"].choice)",
      "\(layout.rawValue) \(choice(row["variations"], at: row["value"].integer, layout))"
    )
  }

  /// Checks the decision in a document with only this experience.
  func checkExperience(_ row: DocumentPart) -> (expected: String, found: String) {
    let (experience, visitor) = (row["experience"], row["visitorId"].string)
    let id = experience["id"].string
    let value = Bucketer.value(experienceID: id, visitorID: visitor)
    let document = Self.document(["experiences": .array([experience.value ?? .null])])
    let decision = document.map { DecisionEngine($0).decide(id, for: Visitor(visitor).anywhere) }
    return (
      "\(row["value"].integer) \(row["expected"].choice)",
      "\(value) \(decision?.variation?.id ?? "nobody")"
    )
  }

  /// Checks three arms of equal weight whose total grows.
  func checkGrowth(_ row: DocumentPart) -> (expected: String, found: String) {
    let layout = BucketLayout(version: row["version"].value)
    let value = Bucketer.value(
      experienceID: row["experienceId"].string, visitorID: row["visitorId"].string)
    let totals = row["equalThirdsOfTotalPercent"]
    let names = totals.members.keys.sorted()
    let found = names.map { name in
      let arms = ["o", "v1", "v2"].map { arm -> Value in
        ["id": .string(arm), "traffic_allocation": .double((Double(name) ?? 0) / 3)]
      }
      return "\(name): \(choice(DocumentPart(value: .array(arms)), at: value, layout))"
    }
    return (
      "\(row["value"].integer) \(names.map { "\($0): \(totals[$0].choice)" })",
      "\(value) \(found)"
    )
  }

  func checkVisitorAlone(_ row: DocumentPart) -> (expected: String, found: String) {
    let visitor = row["visitorId"].string
    let alone = Bucketer.value(experienceID: "", visitorID: visitor)
    let with = Bucketer.value(experienceID: "71001", visitorID: visitor)
    return (
      "\(row["value"].integer) \(row["valueWithExperience71001"].integer)", "\(alone) \(with)"
    )
  }

  func checkRedistribution(_ row: DocumentPart) -> (expected: String, found: String) {
    let arms = row["weights"].elements.compactMap { pair in
      Arm(
        DocumentPart(
          value: ["id": pair.elements[0].value, "traffic_allocation": pair.elements[1].value]
            .object))
    }
    let place = Bucketer.packed(
      arms, row["value"].value?.referenceNumber ?? 0,
      redistributed: row["redistribute"].value?.referenceNumber ?? 0)
    return (row["expected"].choice, place.map { arms[$0].id } ?? "nobody")
  }

  /// Checks a case in which SDKs differ; the recommended result is expected.
  func checkDivergence(_ row: DocumentPart) -> (expected: String, found: String) {
    let layout = BucketLayout(version: row["version"].value)
    return (
      row["recommended"].choice, choice(row["variations"], at: row["value"].integer, layout)
    )
  }

  private func choice(_ variations: DocumentPart, at value: Int, _ layout: BucketLayout) -> String {
    let arms = variations.elements.compactMap { Arm($0) }
    return Bucketer.arm(of: arms, at: value, layout: layout).map { arms[$0].id } ?? "nobody"
  }
}

extension [String: Value?] {
  fileprivate var object: Value { .object(compactMapValues { $0 }) }
}
