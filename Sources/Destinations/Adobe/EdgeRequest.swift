import Cairn
import CairnContent

/// Encodes the body of a request.
enum EdgeRequest {
  static func body(
    _ groups: [SealedGroup], _ entries: [EdgeState.Entry], _ address: EdgeAddress
  ) -> [UInt8] {
    var text = OutputBuffer(capacity: groups.reduce(1_024) { $0 + $1.payload.count })
    text.append(#"{"meta":{"konductorConfig":{"streaming":{"enabled":true,"#)
    text.append(#""recordSeparator":"\u0000","lineFeed":"\n"}}"#)
    if let original = address.original {
      text.append(#","sdkConfig":{"datastream":{"original":"#)
      text.appendJSON(original)
      text.append("}}")
    }
    if !entries.isEmpty {
      text.append(#","state":{"entries":"#)
      text.appendSorted(.array(entries.map { .object($0.properties) }))
      text.append("}")
    }
    text.append(#"},"xdm":{"#)
    if let envelope = groups.first?.envelope, !envelope.isEmpty {
      text.append(#""identityMap":"#)
      text.append(envelope)
      text.append(",")
    }
    text.append(#""implementationDetails":"#)
    text.appendSorted([
      "name": .string(Library.name), "version": .string(Library.version), "environment": "app",
    ])
    text.append(#"},"events":["#)
    for (place, group) in groups.enumerated() {
      if place > 0 { text.append(",") }
      text.append(group.payload)
    }
    text.append("]}")
    return Array(text.bytes)
  }
}
