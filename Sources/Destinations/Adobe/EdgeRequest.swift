import Cairn
import CairnContent

/// The body of a request.
enum EdgeRequest {
  static func body(
    _ groups: [SealedGroup], _ entries: [EdgeState.Entry], _ address: EdgeAddress
  ) -> [UInt8] {
    var text = JSONText()
    text.raw(#"{"meta":{"konductorConfig":{"streaming":{"enabled":true,"#)
    text.raw(#""recordSeparator":"\u0000","lineFeed":"\n"}}"#)
    if let original = address.original {
      text.raw(#","sdkConfig":{"datastream":{"original":"#)
      text.string(original)
      text.raw("}}")
    }
    if !entries.isEmpty {
      text.raw(#","state":{"entries":"#)
      text.list(entries) { $0.object($1.properties) }
      text.raw("}")
    }
    text.raw(#"},"xdm":{"#)
    if let envelope = groups.first?.envelope, !envelope.isEmpty {
      text.raw(#""identityMap":"#)
      text.raw(envelope)
      text.raw(",")
    }
    text.raw(#""implementationDetails":"#)
    text.object([
      "name": .string(Library.name), "version": .string(Library.version), "environment": "app",
    ])
    text.raw(#"},"events":"#)
    text.list(groups) { $0.raw($1.payload) }
    text.raw("}")
    return text.bytes
  }
}
