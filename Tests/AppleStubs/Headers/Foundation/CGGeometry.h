// Apple's CoreGraphics: what can be done with the structures of CFCGTypes.h is in its Swift overlay,
// CGGeometry.swift. Foundation exports the structures only.
#pragma once
#import "CGTypes.h"
