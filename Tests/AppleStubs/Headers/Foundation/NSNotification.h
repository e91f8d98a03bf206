#pragma once
#import "NSObject.h"

#pragma clang assume_nonnull begin

// Apple's constants of this type become members of a class in Swift. Such a constant cannot get
// Foundation's type for Linux, a property of the class can.
// https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct
STUB_BRIDGED("FoundationTypes.StubNotificationName", "ObjCNotificationName") @interface StubNotificationName : NSObject
@end

#pragma clang assume_nonnull end
