// See NSURLSession.h of Apple's Foundation: classes and delegates are Sendable, delegate methods are
// optional, closures are called on any thread.
#pragma once
#import "NSObject.h"

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/foundation/urlresponse
STUB_SENDABLE STUB_NAMED("URLResponse") @interface NSURLResponse : NSObject
@property(nullable, readonly, copy) NSURL *URL STUB_NAMED("url");
@end

// https://developer.apple.com/documentation/foundation/httpurlresponse
STUB_SENDABLE STUB_NAMED("HTTPURLResponse") @interface NSHTTPURLResponse : NSURLResponse
@property(readonly) NSInteger statusCode;
@property(readonly, copy) NSDictionary *allHeaderFields;
@end

// https://developer.apple.com/documentation/foundation/httpcookiestorage
STUB_SENDABLE STUB_NAMED("HTTPCookieStorage") @interface NSHTTPCookieStorage : NSObject
@end

// https://developer.apple.com/documentation/foundation/urlcache
STUB_SENDABLE STUB_NAMED("URLCache") @interface NSURLCache : NSObject
@end

// https://developer.apple.com/documentation/foundation/urlcredentialstorage
STUB_SENDABLE STUB_NAMED("URLCredentialStorage") @interface NSURLCredentialStorage : NSObject
@end

// https://developer.apple.com/documentation/foundation/urlsessiontask
STUB_SENDABLE STUB_NAMED("URLSessionTask") @interface NSURLSessionTask : NSObject
@property(readonly) NSUInteger taskIdentifier;
@property(nullable, readonly, copy) NSURLRequest *originalRequest;
@property(nullable, readonly, copy) NSURLResponse *response;
@property(nullable, copy) NSDate *earliestBeginDate;
@property(nullable, copy) NSString *taskDescription;
@property(readonly) long long countOfBytesReceived;
@property(readonly) long long countOfBytesSent;
- (void)cancel;
- (void)resume;
- (instancetype)init STUB_UNAVAILABLE;
@end

// https://developer.apple.com/documentation/foundation/urlsessiondatatask
STUB_NAMED("URLSessionDataTask") @interface NSURLSessionDataTask : NSURLSessionTask
@end

// https://developer.apple.com/documentation/foundation/urlsessionuploadtask
STUB_NAMED("URLSessionUploadTask") @interface NSURLSessionUploadTask : NSURLSessionDataTask
@end

// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
STUB_SENDABLE STUB_NAMED("URLSessionConfiguration") @interface NSURLSessionConfiguration : NSObject
@property(class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration
    STUB_NAMED("ephemeral");
+ (NSURLSessionConfiguration *)backgroundSessionConfigurationWithIdentifier:(NSString *)identifier
    STUB_NAMED("background(withIdentifier:)");
@property(nullable, readonly, copy) NSString *identifier;
@property NSTimeInterval timeoutIntervalForRequest;
@property NSTimeInterval timeoutIntervalForResource;
@property(getter=isDiscretionary) BOOL discretionary;
@property BOOL sessionSendsLaunchEvents;
@property BOOL HTTPShouldSetCookies STUB_NAMED("httpShouldSetCookies");
@property(nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage STUB_NAMED("httpCookieStorage");
@property(nullable, retain) NSURLCredentialStorage *URLCredentialStorage
    STUB_NAMED("urlCredentialStorage");
@property(nullable, retain) NSURLCache *URLCache STUB_NAMED("urlCache");
@end

@class NSURLSession;

// https://developer.apple.com/documentation/foundation/urlsessiondelegate
STUB_SENDABLE STUB_NAMED("URLSessionDelegate") @protocol NSURLSessionDelegate <NSObject>
@optional
- (void)URLSession:(NSURLSession *)session
    didBecomeInvalidWithError:(nullable NSError *)error
    STUB_NAMED("urlSession(_:didBecomeInvalidWithError:)");
- (void)URLSessionDidFinishEventsForBackgroundURLSession:(NSURLSession *)session
    STUB_NAMED("urlSessionDidFinishEvents(forBackgroundURLSession:)");
@end

STUB_NAMED("URLSessionTaskDelegate")
// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    willPerformHTTPRedirection:(NSHTTPURLResponse *)response
                    newRequest:(NSURLRequest *)request
             completionHandler:(void (STUB_SENDABLE ^)(NSURLRequest *_Nullable))completionHandler
    STUB_NAMED("urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)");
- (void)URLSession:(NSURLSession *)session
                    task:(NSURLSessionTask *)task
    didCompleteWithError:(nullable NSError *)error
    STUB_NAMED("urlSession(_:task:didCompleteWithError:)");
@end

STUB_NAMED("URLSessionDataDelegate")
// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
          dataTask:(NSURLSessionDataTask *)dataTask
    didReceiveData:(NSData *)data STUB_NAMED("urlSession(_:dataTask:didReceive:)");
@end

// https://developer.apple.com/documentation/foundation/urlsession
STUB_SENDABLE STUB_NAMED("URLSession") @interface NSURLSession : NSObject
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
                                  delegate:(nullable id<NSURLSessionDelegate>)delegate
                             delegateQueue:(nullable NSOperationQueue *)queue
    STUB_NAMED("init(configuration:delegate:delegateQueue:)");
- (NSURLSessionUploadTask *)uploadTaskWithRequest:(NSURLRequest *)request
                                         fromFile:(NSURL *)fileURL
    STUB_NAMED("uploadTask(with:fromFile:)");
- (void)getAllTasksWithCompletionHandler:
    (void (STUB_SENDABLE ^)(NSArray<__kindof NSURLSessionTask *> *tasks))completionHandler
    STUB_NAMED("getAllTasks(completionHandler:)");
- (void)finishTasksAndInvalidate;
- (instancetype)init STUB_UNAVAILABLE;
@end

#pragma clang assume_nonnull end
