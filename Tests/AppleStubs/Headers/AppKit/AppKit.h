// See NSResponder.h and NSApplication.h of Apple's AppKit. Mac Catalyst has AppKit too, without an
// application.
#pragma once
#import "../Foundation/CGGeometry.h"
#import "../Foundation/NSNotification.h"
#import "../Foundation/NSURLSession.h"

#if TARGET_OS_MACCATALYST
#define STUB_MACOS_ONLY STUB_UNAVAILABLE
#else
#define STUB_MACOS_ONLY
#endif

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/appkit/nsresponder
STUB_UI_ACTOR STUB_MACOS_ONLY @interface NSResponder : NSObject
@end

// https://developer.apple.com/documentation/appkit/nsapplication
STUB_UI_ACTOR STUB_MACOS_ONLY @interface NSApplication : NSResponder
@property(class, readonly, strong) __kindof NSApplication *sharedApplication STUB_NAMED("shared");
@property(class, readonly) StubNotificationName *didBecomeActiveNotification;
@property(class, readonly) StubNotificationName *didResignActiveNotification;
@property(class, readonly) StubNotificationName *willTerminateNotification;
@property(getter=isActive, readonly) BOOL active;
@end

#pragma clang assume_nonnull end
