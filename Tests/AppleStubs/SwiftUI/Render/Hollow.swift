/// A view that may draw nothing.
@MainActor protocol Hollow {
  var isHollow: Bool { get }
}

/// Returns whether SwiftUI leaves the view out.
@MainActor func isNothing(_ view: some View) -> Bool { (view as? any Hollow)?.isHollow ?? false }

extension EmptyView: Hollow {
  var isHollow: Bool { true }
}

extension Optional: Hollow where Wrapped: View {
  var isHollow: Bool { map { isNothing($0) } ?? true }
}

extension _ConditionalContent: Hollow where First: View, Second: View {
  var isHollow: Bool {
    switch self {
    case .first(let view): isNothing(view)
    case .second(let view): isNothing(view)
    }
  }
}

extension Adapted: Hollow {
  var isHollow: Bool { isNothing(content) }
}
