/// What an HTTP status says about a batch.
///
/// | status | outcome |
/// |---|---|
/// | 2xx | accepted, unless the body says otherwise |
/// | 400, 415, 422, 501, 505, and every other 4xx | refused |
/// | 401, 402, 403, 404 | halted |
/// | 413 | split |
/// | 3xx, 408, 410, 425, 429, 460, and every other 5xx | later |
enum StatusRules {
  static func outcome(_ status: Int, retryAfter: Int?) -> Outcome {
    switch status {
    case 200...299: .accepted
    case 401, 402, 403, 404: .halted(reason: "status \(status)")
    case 413: .split
    case 408, 410, 425, 429, 460: .later(afterSeconds: retryAfter, reason: "status \(status)")
    case 501, 505: .refused(reason: "status \(status)")
    case 400...499: .refused(reason: "status \(status)")
    default: .later(afterSeconds: retryAfter, reason: "status \(status)")
    }
  }
}
