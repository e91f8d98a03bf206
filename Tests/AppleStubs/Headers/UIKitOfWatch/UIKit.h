// watchOS has a UIKit without an application, a screen and views.
#pragma once
#import "../Foundation/CGGeometry.h"
#import "../Foundation/NSURLSession.h"
