// What Objective-C classes of Apple's frameworks need of Foundation. Each class names the Swift type
// as which the importer passes it; that is Foundation's type on Linux.
#pragma once

#define STUB_ROOT __attribute__((objc_root_class))
#define STUB_NAMED(name) __attribute__((swift_name(name)))
#define STUB_BRIDGED(type, name) __attribute__((swift_bridge(type))) STUB_NAMED(name)
// As NS_SWIFT_UI_ACTOR, NS_SWIFT_NONISOLATED and NS_SWIFT_SENDABLE.
#define STUB_UI_ACTOR __attribute__((swift_attr("@UIActor")))
#define STUB_NONISOLATED __attribute__((swift_attr("nonisolated")))
#define STUB_SENDABLE __attribute__((swift_attr("@Sendable")))
#define STUB_UNAVAILABLE __attribute__((unavailable))

typedef _Bool BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property(readonly) NSUInteger hash;
@end

// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
STUB_ROOT @interface NSObject <NSObject>
+ (instancetype)alloc;
- (instancetype)init;
@end

@class NSString;
@interface NSObject (NSKeyValueCoding)
- (nullable id)valueForKeyPath:(NSString *)keyPath;
@end

// https://developer.apple.com/documentation/foundation/nsstring
STUB_BRIDGED("Swift.String", "ObjCString") @interface NSString : NSObject
@end
// https://developer.apple.com/documentation/foundation/nserror
STUB_BRIDGED("Swift.Error", "ObjCError") @interface NSError : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsarray
STUB_BRIDGED("Swift.Array", "ObjCArray") @interface NSArray<__covariant ObjectType> : NSObject
@end
STUB_BRIDGED("Swift.Dictionary", "ObjCDictionary")
// https://developer.apple.com/documentation/foundation/nsdictionary
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsurl
STUB_BRIDGED("FoundationTypes.StubURL", "ObjCURL") @interface NSURL : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsdata
STUB_BRIDGED("FoundationTypes.StubData", "ObjCData") @interface NSData : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsdate
STUB_BRIDGED("FoundationTypes.StubDate", "ObjCDate") @interface NSDate : NSObject
@end
// https://developer.apple.com/documentation/foundation/bundle
STUB_BRIDGED("FoundationTypes.StubBundle", "ObjCBundle") @interface NSBundle : NSObject
@end
// https://developer.apple.com/documentation/foundation/nscoder
@interface NSCoder : NSObject
@end
// https://developer.apple.com/documentation/foundation/nscoding
@protocol NSCoding
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end
// https://developer.apple.com/documentation/foundation/operationqueue
STUB_BRIDGED("FoundationTypes.StubOperationQueue", "ObjCOperationQueue") @interface NSOperationQueue : NSObject
@end
// https://developer.apple.com/documentation/foundation/nsurlrequest
STUB_BRIDGED("FoundationTypes.URLRequest", "ObjCURLRequest") @interface NSURLRequest : NSObject
@end

#pragma clang assume_nonnull end
