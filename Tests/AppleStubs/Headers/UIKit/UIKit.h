// See UIApplication.h, UIScene.h, UIScreen.h, UIView.h and UIViewController.h of Apple's UIKit.
#pragma once
#import "../Foundation/NSNotification.h"
#import "../Foundation/NSURLSession.h"
#import "../Foundation/CGGeometry.h"

#if TARGET_OS_VISION
#define STUB_NOT_VISION STUB_UNAVAILABLE
#else
#define STUB_NOT_VISION
#endif

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier
typedef NSUInteger UIBackgroundTaskIdentifier __attribute__((swift_wrapper(enum)));
extern const UIBackgroundTaskIdentifier UIBackgroundTaskInvalid
    STUB_NAMED("UIBackgroundTaskIdentifier.invalid");

// https://developer.apple.com/documentation/uikit/uiapplication/state-swift.enum
typedef enum __attribute__((enum_extensibility(open))) UIApplicationState : NSInteger {
  UIApplicationStateActive,
  UIApplicationStateInactive,
  UIApplicationStateBackground
} UIApplicationState STUB_NAMED("UIApplication.State");

// https://developer.apple.com/documentation/uikit/uiresponder
STUB_UI_ACTOR @interface UIResponder : NSObject
@end

@protocol UIApplicationDelegate;

// https://developer.apple.com/documentation/uikit/uiapplication
STUB_UI_ACTOR @interface UIApplication : UIResponder
@property(class, nonatomic, readonly) UIApplication *sharedApplication STUB_NAMED("shared");
@property(class, nonatomic, readonly)
    StubNotificationName *willEnterForegroundNotification STUB_NONISOLATED;
@property(class, nonatomic, readonly)
    StubNotificationName *didBecomeActiveNotification STUB_NONISOLATED;
@property(class, nonatomic, readonly)
    StubNotificationName *willResignActiveNotification STUB_NONISOLATED;
@property(class, nonatomic, readonly)
    StubNotificationName *didEnterBackgroundNotification STUB_NONISOLATED;
@property(class, nonatomic, readonly)
    StubNotificationName *willTerminateNotification STUB_NONISOLATED;
@property(nonatomic, readonly) UIApplicationState applicationState;
- (UIBackgroundTaskIdentifier)
    beginBackgroundTaskWithName:(nullable NSString *)taskName
              expirationHandler:(STUB_UI_ACTOR void (STUB_SENDABLE ^_Nullable)(void))handler
    STUB_NONISOLATED;
- (void)endBackgroundTask:(UIBackgroundTaskIdentifier)identifier STUB_NONISOLATED;
@end

// https://developer.apple.com/documentation/uikit/uiscene
STUB_UI_ACTOR @interface UIScene : UIResponder
@property(class, nonatomic, readonly) StubNotificationName *didActivateNotification STUB_NONISOLATED;
@property(class, nonatomic, readonly)
    StubNotificationName *didEnterBackgroundNotification STUB_NONISOLATED;
@property(class, nonatomic, readonly)
    StubNotificationName *didDisconnectNotification STUB_NONISOLATED;
@end

// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
STUB_UI_ACTOR @protocol UIApplicationDelegate <NSObject>
@optional
- (void)application:(UIApplication *)application
    handleEventsForBackgroundURLSession:(NSString *)identifier
                      completionHandler:(void (^)(void))completionHandler;
@end

// https://developer.apple.com/documentation/uikit/uicoordinatespace
STUB_UI_ACTOR @protocol UICoordinateSpace <NSObject>
@property(readonly, nonatomic) CGRect bounds;
@end

// https://developer.apple.com/documentation/uikit/uiscreen
STUB_UI_ACTOR STUB_NOT_VISION @interface UIScreen : NSObject
@property(class, nonatomic, readonly) UIScreen *mainScreen STUB_NAMED("main");
@property(nonatomic, readonly) CGRect bounds;
@property(nonatomic, readonly) CGFloat scale;
@property(readonly) id<UICoordinateSpace> fixedCoordinateSpace;
@end

// https://developer.apple.com/documentation/uikit/uiview
STUB_UI_ACTOR @interface UIView : UIResponder <NSCoding>
- (instancetype)initWithFrame:(CGRect)frame __attribute__((objc_designated_initializer));
- (nullable instancetype)initWithCoder:(NSCoder *)coder
    __attribute__((objc_designated_initializer));
@property(nonatomic, getter=isHidden) BOOL hidden;
@property(nonatomic, readonly, copy) NSArray<__kindof UIView *> *subviews;
- (void)addSubview:(UIView *)view;
@end

// https://developer.apple.com/documentation/uikit/uiviewcontroller
STUB_UI_ACTOR @interface UIViewController : UIResponder <NSCoding>
- (instancetype)initWithNibName:(nullable NSString *)nibNameOrNil
                         bundle:(nullable NSBundle *)nibBundleOrNil
    __attribute__((objc_designated_initializer));
- (nullable instancetype)initWithCoder:(NSCoder *)coder
    __attribute__((objc_designated_initializer));
@property(null_resettable, nonatomic, strong) UIView *view;
@property(nonatomic, readonly) NSArray<__kindof UIViewController *> *childViewControllers
    STUB_NAMED("children");
- (void)loadView;
- (void)viewDidLoad;
- (void)viewDidAppear:(BOOL)animated;
- (void)viewDidDisappear:(BOOL)animated;
- (void)addChildViewController:(UIViewController *)childController STUB_NAMED("addChild(_:)");
- (void)didMoveToParentViewController:(nullable UIViewController *)parent
    STUB_NAMED("didMove(toParent:)");
@end

#pragma clang assume_nonnull end
