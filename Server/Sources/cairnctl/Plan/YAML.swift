import Cairn
import CairnPlan
import Foundation
import Yams

/// Converts YAML to the equivalent JSON by the rules of YAML 1.2: `no` and `on` are texts.
enum YAML {
  /// Returns the value; throws `PlanError` for text that is not YAML, or has no equivalent in JSON.
  static func value(_ document: Data) throws -> Value {
    do {
      guard let node = try Yams.compose(yaml: String(decoding: document, as: UTF8.self)) else {
        throw PlanError([PlanProblem([], "it is empty")])
      }
      return try value(node)
    } catch let error as YamlError {
      throw PlanError([problem(error)])
    }
  }

  private static func problem(_ error: YamlError) -> PlanProblem {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      PlanProblem([place(mark)], "it is not YAML: \(problem)")
    case .duplicatedKeysInMapping(let names, let context):
      PlanProblem(
        [place(context.mark)], "it is defined twice: \(names.sorted().joined(separator: ", "))")
    default: PlanProblem([], "it is not YAML: \(error)")
    }
  }

  private static func place(_ mark: Mark) -> String {
    "line \(mark.line), column \(mark.column)"
  }

  private static func value(_ node: Node) throws -> Value {
    switch node {
    case .scalar(let scalar): return value(scalar)
    case .sequence(let elements): return .array(try elements.map { try value($0) })
    case .mapping(let pairs): return .object(try members(pairs))
    default: throw PlanError([PlanProblem([], "an alias has no anchor")])
    }
  }

  /// Returns the members, including those of a merge key (`<<`) that the mapping does not define
  /// itself.
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
