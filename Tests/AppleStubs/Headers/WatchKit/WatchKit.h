// See WKApplication.h, WKExtension.h and WKBackgroundTask.h of Apple's WatchKit.
#pragma once
#import "../Foundation/CGGeometry.h"
#import "../Foundation/NSNotification.h"
#import "../Foundation/NSURLSession.h"

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/watchkit/wkapplicationstate
typedef enum __attribute__((enum_extensibility(open))) WKApplicationState : NSInteger {
  WKApplicationStateActive,
  WKApplicationStateInactive,
  WKApplicationStateBackground
} WKApplicationState;

// https://developer.apple.com/documentation/watchkit/wkapplication
STUB_UI_ACTOR @interface WKApplication : NSObject
+ (WKApplication *)sharedApplication STUB_NAMED("shared()");
// Unlike those of UIApplication, these belong to the main actor.
@property(nonatomic, readonly) WKApplicationState applicationState;
@property(class, readonly) StubNotificationName *willEnterForegroundNotification;
@property(class, readonly) StubNotificationName *didBecomeActiveNotification;
@property(class, readonly) StubNotificationName *willResignActiveNotification;
@property(class, readonly) StubNotificationName *didEnterBackgroundNotification;
@end

#pragma clang assume_nonnull end
