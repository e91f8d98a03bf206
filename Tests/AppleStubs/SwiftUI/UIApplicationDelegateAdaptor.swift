#if canImport(UIKit)
public import UIKit

/// See <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor>.
@available(iOS 14.0, tvOS 14.0, *)
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>:
  DynamicProperty
{
  /// See
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue>.
  public let wrappedValue: DelegateType

  /// See
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)-8vsro>.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = delegateType.init()
  }
}
#endif
