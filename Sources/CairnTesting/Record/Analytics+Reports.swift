package import Cairn

extension Analytics {
  /// Records a report of an experiment as `Experiments` does, from its properties alone.
  @discardableResult
  package func recordReport(_ name: SDKEventName, _ properties: [String: Value]) -> EventID? {
    let mark = name == .experimentViewed ? "experiments.exposure" : "experiments.conversion"
    let report = SDKReport(
      mark, name, properties, names: Set(properties.keys), settled: [])
    guard let recorder = engine?.recorder, let prepared = recorder.prepare(report) else {
      return nil
    }
    var written = recorder.write(prepared)
    if written == nil {
      recorder.beginSession(for: prepared)
      written = recorder.write(prepared)
    }
    guard let written else { return nil }
    recorder.finish(written)
    return written.id
  }
}
