// The native methods of the Kotlin object `com.example.cairn.Cairn`.
//
// Texts are arrays of UTF-8 bytes: JNI's own strings have an encoding of their own, in which an
// emoji is not valid UTF-8.

#include <jni.h>
#include <stdlib.h>

#include "CairnHost.h"

// The functions of Host.swift.
bool cairn_open(CairnText folder, CairnText write_key, CairnText endpoint);
bool cairn_track(CairnText name, CairnText properties, char *identifier);
void cairn_did_enter_foreground(void);
void cairn_did_enter_background(void (*completion)(void *), void *context);
void cairn_network_did_change(int32_t status);
void cairn_low_power_mode_did_change(bool is_enabled);

static CairnText text(JNIEnv *env, jbyteArray array) {
  jsize count = (*env)->GetArrayLength(env, array);
  jbyte *bytes = malloc(count > 0 ? (size_t)count : 1);
  if (bytes == NULL) return (CairnText){NULL, 0};
  (*env)->GetByteArrayRegion(env, array, 0, count, bytes);
  return (CairnText){(const uint8_t *)bytes, (size_t)count};
}

static void release(CairnText text) { free((void *)text.bytes); }

JNIEXPORT jboolean JNICALL Java_com_example_cairn_Cairn_nativeOpen(
    JNIEnv *env, jobject self, jbyteArray folder, jbyteArray writeKey, jbyteArray endpoint) {
  CairnText texts[] = {text(env, folder), text(env, writeKey), text(env, endpoint)};
  bool isOpen = cairn_open(texts[0], texts[1], texts[2]);
  for (int i = 0; i < 3; i++) release(texts[i]);
  return isOpen ? JNI_TRUE : JNI_FALSE;
}

JNIEXPORT jstring JNICALL Java_com_example_cairn_Cairn_nativeTrack(
    JNIEnv *env, jobject self, jbyteArray name, jbyteArray properties) {
  CairnText texts[] = {text(env, name), text(env, properties)};
  char identifier[CairnIdentifierLength + 1] = {0};
  bool isRecorded = cairn_track(texts[0], texts[1], identifier);
  for (int i = 0; i < 2; i++) release(texts[i]);
  return isRecorded ? (*env)->NewStringUTF(env, identifier) : NULL;
}

JNIEXPORT void JNICALL Java_com_example_cairn_Cairn_nativeDidEnterForeground(
    JNIEnv *env, jobject self) {
  cairn_did_enter_foreground();
}

/// A `Runnable` that is called once, on any thread.
typedef struct {
  JavaVM *machine;
  jobject runnable;
} Completion;

static void run(JNIEnv *env, jobject runnable) {
  jclass type = (*env)->GetObjectClass(env, runnable);
  jmethodID method = (*env)->GetMethodID(env, type, "run", "()V");
  if (method != NULL) (*env)->CallVoidMethod(env, runnable, method);
  // Nobody above this function can catch it.
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionDescribe(env);
    (*env)->ExceptionClear(env);
  }
  (*env)->DeleteLocalRef(env, type);
  (*env)->DeleteGlobalRef(env, runnable);
}

static void complete(void *context) {
  Completion *completion = context;
  JavaVM *machine = completion->machine;
  jobject runnable = completion->runnable;
  free(completion);
  JNIEnv *env = NULL;
  if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_1_6) == JNI_OK) {
    // A thread of the app: it stays attached.
    run(env, runnable);
  } else if ((*machine)->AttachCurrentThread(machine, (void *)&env, NULL) == JNI_OK) {
    run(env, runnable);
    (*machine)->DetachCurrentThread(machine);
  }
}

JNIEXPORT void JNICALL Java_com_example_cairn_Cairn_nativeDidEnterBackground(
    JNIEnv *env, jobject self, jobject onEnd) {
  Completion *completion = malloc(sizeof(Completion));
  if (completion == NULL) return;
  (*env)->GetJavaVM(env, &completion->machine);
  completion->runnable = (*env)->NewGlobalRef(env, onEnd);
  cairn_did_enter_background(complete, completion);
}

JNIEXPORT void JNICALL Java_com_example_cairn_Cairn_nativeNetworkDidChange(
    JNIEnv *env, jobject self, jint status) {
  cairn_network_did_change(status);
}

JNIEXPORT void JNICALL Java_com_example_cairn_Cairn_nativeLowPowerModeDidChange(
    JNIEnv *env, jobject self, jboolean isEnabled) {
  cairn_low_power_mode_did_change(isEnabled == JNI_TRUE);
}
