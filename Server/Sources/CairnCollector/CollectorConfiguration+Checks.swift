extension CollectorConfiguration {
  /// Whether only this machine can connect.
  var listensOnLoopbackOnly: Bool { LoopbackName.matches(host) }

  func check() throws(CollectorError) {
    try checkAddress()
    try checkKeys()
    try require(
      maxBodyBytes, in: 1024...(64 << 20), "maxBodyBytes")
    try require(maxEventBytes, in: 256...(256 << 20), "maxEventBytes")
    try require(
      maxDecompressedBytes, in: maxEventBytes...(256 << 20), "maxDecompressedBytes")
    try require(maxBatchEvents, in: 1...100_000, "maxBatchEvents")
    try require(maxWaitingRequests, in: 1...10_000, "maxWaitingRequests")
    try require(maxConnections, in: 1...100_000, "maxConnections")
    try require(
      maxBytesInFlight, in: (maxBodyBytes + maxDecompressedBytes)...(16 << 30), "maxBytesInFlight")
    try require(minFreeBytes, in: 0...Int.max, "minFreeBytes")
    try require(questionCacheBytes, in: 0...(64 << 30), "questionCacheBytes")
    if let metricsPort { try require(metricsPort, in: 0...65535, "metricsPort") }
    guard !metricsHost.isEmpty else { throw .invalid("metricsHost is empty") }
    guard (certificatePath == nil) == (privateKeyPath == nil) else {
      throw .invalid("certificatePath and privateKeyPath require each other")
    }
    for (name, rate) in [
      ("requestsPerSecondOfAddress", requestsPerSecondOfAddress),
      ("requestsPerSecondOfKey", requestsPerSecondOfKey),
    ] {
      if let rate { try require(rate, in: 1...1_000_000, name) }
    }
    if let eventsPerDayOfKey {
      try require(eventsPerDayOfKey, in: 1...Int.max, "eventsPerDayOfKey")
    }
    for proxy in trustedProxies where IPRange(proxy) == nil {
      throw .invalid("trustedProxies: \(proxy) is not an address, or a range such as 10.0.0.0/8")
    }
    try require(drainSeconds, in: 0...3_600, "drainSeconds")
    if let retentionDays { try require(retentionDays, in: 1...36_500, "retentionDays") }
  }

  private func checkAddress() throws(CollectorError) {
    try require(port, in: 0...65535, "port")
    guard !host.isEmpty else { throw .invalid("host is empty") }
    try checkStore()
    guard listensOnLoopbackOnly || !writeKeys.isEmpty || keysPath != nil else {
      throw .invalid(
        "there is no write key, so every client is accepted; this requires a loopback host, "
          + "but host is \(host); add keys with writeKeys or keysPath (cairnctl collect: "
          + "--write-key or --keys)")
    }
  }

  // The message does not contain the URL, which may have a password.
  private func checkStore() throws(CollectorError) {
    guard let storeURL else {
      guard !databasePath.isEmpty else { throw .invalid("databasePath is empty") }
      return
    }
    guard ["postgres://", "postgresql://"].contains(where: storeURL.hasPrefix) else {
      throw .invalid("storeURL does not begin with postgres://")
    }
  }

  // The messages do not contain the keys, because keys are secret and errors are often logged.
  private func checkKeys() throws(CollectorError) {
    for (key, project) in writeKeys {
      guard WriteKey.isWellFormed(key) else {
        throw .invalid(
          "a write key is empty, longer than \(WriteKey.maxBytes) bytes, or contains a colon or a "
            + "control character")
      }
      guard !project.isEmpty else { throw .invalid("a write key has an empty project name") }
    }
    for (kind, keys) in [("a read key", readKeys), ("an admin key", adminKeys)] {
      guard keys.keys.allSatisfy(WriteKey.isWellFormed) else {
        throw .invalid(
          "\(kind) is empty, longer than \(WriteKey.maxBytes) bytes, or contains a colon or a "
            + "control character")
      }
      guard !keys.values.contains(.project("")) else {
        throw .invalid("\(kind) has an empty project name")
      }
    }
  }

  private func require(
    _ value: Int, in range: ClosedRange<Int>, _ name: String
  ) throws(CollectorError) {
    guard range.contains(value) else {
      throw .invalid(
        "\(name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}
