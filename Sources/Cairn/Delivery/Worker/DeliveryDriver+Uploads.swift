/// Delivery of a batch by the system while the process is suspended or dead.
extension DeliveryDriver {
  /// Writes the request to a file and has the system begin the upload.
  mutating func handOver(_ notBefore: MonotonicTime?) -> ([Effect], DeliveryMachine.Input?) {
    circuit.abandon(client)
    var effects: [Effect] = []
    let result = whenAcquired { delivery in
      if let result = delivery.settleUpload() ?? delivery.settleAgain() { return result }
      if let upload = delivery.store.upload {
        // The system already has the batch, or has lost it.
        guard upload == delivery.lostUpload else { return nil }
        delivery.store.forgetUpload()
      }
      do throws(FileError) {
        let now = delivery.clock.now()
        guard let batch = try delivery.store.batch(for: delivery.destination, at: now) else {
          return .bodyLost(random: delivery.randomness.next())
        }
        let time = notBefore.flatMap {
          $0 > now.continuous ? now.wall + ($0 - now.continuous) : nil
        }
        effects += try delivery.handOver(batch, notBefore: time)
        return nil
      } catch {
        return delivery.failed("upload", error)
      }
    }
    // The outcome of a request in progress is ignored from now on.
    if case .failed = result, underWay != nil { effects.append(.cancel) }
    return (effects, result)
  }

  /// Returns whether a request is in progress whose batch the system cannot send: it goes on until
  /// the process is suspended, and its response counts.
  mutating func mustGoOn() -> Bool {
    guard machine.phase == .delivering, let destination = destination as? any BackgroundDestination,
      let batch = try? store.batch(for: destination, at: clock.now())
    else { return false }
    return destination.request(for: batch) == nil
  }

  private mutating func handOver(
    _ batch: Batch, notBefore: WallTime?
  ) throws(FileError) -> [Effect] {
    guard let destination = destination as? any BackgroundDestination,
      var request = destination.request(for: batch)
    else { return [] }
    guard let name = try store.handOver(request.body, number: randomness.next()) else { return [] }
    request.body = []
    tally.handOver(batch, at: clock.instant())
    oldest.send(batch.events)
    isEcho = diagnostics.echoes.hold(batch.events.lazy.map(\.id.words))
    if !isEcho {
      diagnostics.report(
        .debug, "batch.handedOver",
        "\(store.name): \(batch.events.count) events, \(batch.body.count) bytes, for the system to send"
      )
    }
    return [
      .upload(
        BackgroundUpload(
          label: label(name).description, request: request, file: store.path(of: name),
          notBefore: notBefore))
    ]
  }

  /// Looks for the upload; its response may already be stored, possibly by an earlier process.
  mutating func lookForUpload() -> ([Effect], DeliveryMachine.Input?) {
    if store.uploadAnswer != nil { return ([], whenAcquired { $0.settleUpload() }) }
    guard let name = store.upload else { return ([], .uploadUnknown(pending: pending)) }
    return ([.lookForUpload(label(name))], nil)
  }

  mutating func finishUpload(_ name: UploadName) -> [Effect] {
    guard store.upload == name, machine.phase != .delivering, machine.phase != .stopped,
      let result = whenAcquired({ $0.settleUpload() })
    else { return [] }
    return advance(result)
  }

  mutating func forgetUpload(_ name: UploadName) -> [Effect] {
    guard store.upload == name, machine.phase != .delivering, machine.phase != .stopped else {
      return []
    }
    if store.uploadAnswer != nil { return finishUpload(name) }
    lostUpload = name
    return advance(.uploadUnknown(pending: pending))
  }

  /// Settles the response to an upload like that to a request of this process; nil when there is
  /// none.
  ///
  /// The response says nothing about the current state of the host.
  mutating func settleUpload() -> DeliveryMachine.Input? {
    guard let kept = store.uploadAnswer else { return nil }
    do throws(FileError) {
      let now = clock.now()
      let then = Moment(wall: kept.receivedAt, continuous: now.continuous)
      guard let batch = try store.batch(for: destination, at: then) else {
        return .bodyLost(random: randomness.next())
      }
      let outcome = outcome(kept, batch).counted(from: kept.receivedAt, at: now.wall)
      let result = commit(outcome)
      // An outcome that could not be committed is settled at the next attempt.
      if case .failed = result { return result }
      tally.count(outcome, of: batch.events.count)
      store.forgetUpload()
      return result
    } catch {
      return failed("read", error)
    }
  }

  private func outcome(_ kept: StoredUploadResponse, _ batch: Batch) -> Outcome {
    switch kept.answer {
    case .none(let reason): return .later(afterSeconds: nil, reason: "no response: \(reason)")
    case .response(let response):
      guard let destination = destination as? any BackgroundDestination else {
        return .later(afterSeconds: nil, reason: "the stored answer cannot be read")
      }
      return destination.outcome(of: response, for: batch)
    }
  }

  private func label(_ name: UploadName) -> UploadTaskLabel {
    UploadTaskLabel(destination: store.name, name: name)
  }
}

extension Outcome {
  /// Returns the outcome with the remainder of the requested delay.
  fileprivate func counted(from then: WallTime, at now: WallTime) -> Outcome {
    guard case .later(let seconds?, let reason) = self else { return self }
    let passed = Int(clamping: max(0, now - then).count / 1_000)
    return .later(afterSeconds: max(0, seconds - passed), reason: reason)
  }
}
