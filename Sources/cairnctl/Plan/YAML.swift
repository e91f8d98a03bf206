import Cairn
import CairnPlan
import Foundation
import Yams

/// YAML as the JSON that it stands for, by the rules of YAML 1.2: `no` and `on` are texts.
enum YAML {
  /// Throws `PlanError` for what is no YAML, or has no form in JSON.
  static func value(_ document: Data) throws -> Value {
    do {
      guard let node = try Yams.compose(yaml: String(decoding: document, as: UTF8.self)) else {
        throw PlanError([PlanProblem([], "it is empty")])
      }
      return try value(node)
    } catch let error as YamlError {
      let lines = "\(error)".split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      throw PlanError([PlanProblem([], "it is not YAML: \(lines.joined(separator: " "))")])
    }
  }

  private static func value(_ node: Node) throws -> Value {
    switch node {
    case .scalar(let scalar): return value(scalar)
    case .sequence(let elements): return .array(try elements.map { try value($0) })
    case .mapping(let pairs): return .object(try members(pairs))
    default: throw PlanError([PlanProblem([], "an alias has no anchor")])
    }
  }

  /// With those that a merge key (`<<`) brings, where it has none of its own.
  private static func members(_ pairs: Node.Mapping) throws -> [String: Value] {
    var own: [String: Value] = [:]
    var merged: [String: Value] = [:]
    for (key, node) in pairs {
      guard case .scalar(let name) = key else {
        throw PlanError([PlanProblem([], "a name is not text")])
      }
      if name.string == "<<", name.style == .plain, case .mapping(let others) = node {
        merged.merge(try members(others)) { first, _ in first }
      } else {
        own[name.string] = try value(node)
      }
    }
    return own.merging(merged) { own, _ in own }
  }

  private static func value(_ scalar: Node.Scalar) -> Value {
    guard scalar.style == .plain, scalar.tag.description != "tag:yaml.org,2002:str" else {
      return .string(scalar.string)
    }
    if ["", "~"].contains(scalar.string) { return .null }
    return Value(json: scalar.string.utf8) ?? .string(scalar.string)
  }
}
