# Everything there is to run. `make` prints the table.

.DEFAULT_GOAL := help
.PHONY: help demo test check mutants soak jepsen fuzz powerloss bench docs bootstrap cluster android

help:
	@echo 'make demo    kill writers, fail a collector, and count: nothing is lost   (ARGS="…" for its options)'
	@echo 'make test    build everything, run all tests, kill a thousand processes  (ARGS="…" for swift test)'
	@echo 'make check   format, tidiness, strict build, layers, availability, documentation, fuzzing, data races'
	@echo 'make mutants plant bugs in copies of the SDK and the server: the tests must catch each (ARGS="…" for words of their names)'
	@echo 'make cluster kill collectors, databases and the balancer, and count: nothing is lost (ARGS="…" for its options)'
	@echo 'make jepsen  a minute of real processes and real faults, every event accounted for (ARGS="…" for its options)'
	@echo 'make android load the example for Kotlin into a Java virtual machine, kill it, and count: nothing is lost'
	@echo 'make soak    all of these campaigns in turn, with fresh seeds, until stopped  (ARGS=minutes)'
	@echo 'make fuzz    a minute of bytes that may be anything, for each reader of files, requests and answers (ARGS="…")'
	@echo 'make powerloss  cut the power on real file systems, and count again; as root   (ARGS="…" for its options)'
	@echo 'make bench   what a call to track() costs, in a release build             (ARGS="…" for its options)'
	@echo 'make docs    the documentation of all products as one static site, in docs/'
	@echo 'make help    this table'

demo: bootstrap
	@Scripts/build --package-path Server -c release --product cairnlab
	@.build/release/cairnlab demo $(ARGS)

test: bootstrap
	@Scripts/test $(ARGS)

check: bootstrap
	@Scripts/check $(ARGS)

mutants: bootstrap
	@Scripts/mutants.py $(ARGS)
	@Scripts/mutants.py --server $(ARGS)
	@APPLE_STUBS=uikit Scripts/mutants.py --apple $(ARGS)
	@APPLE_STUBS=watchkit Scripts/mutants.py --apple $(ARGS)
	@APPLE_STUBS=appkit Scripts/mutants.py --apple $(ARGS)

soak: bootstrap
	@Scripts/soak.py $(ARGS)

cluster:
	@Scripts/bootstrap cluster
	@Scripts/build --package-path Server -c release --product cairnctl
	@Scripts/build --package-path Server -c release --product cairnlab
	@.build/release/cairnlab cluster $(ARGS)

android:
	@Scripts/bootstrap android
	@Examples/Android/Test/run.py

jepsen: bootstrap
	@Scripts/jepsen $(ARGS)

fuzz: bootstrap
	@Scripts/fuzz $(ARGS)

powerloss: bootstrap
	@Scripts/powerloss $(ARGS)

bench: bootstrap
	@Scripts/build --package-path Server -c release --product cairnlab
	@.build/release/cairnlab bench track $(ARGS)

docs: bootstrap
	@Scripts/build --build-tests --traits Crypto,Server
	@test "$$(uname)" = Darwin || APPLE_STUBS=uikit Scripts/build --package-path Tests/AppleStubs --build-tests \
	  --scratch-path .build-apple/uikit
	@Scripts/docs.py $(ARGS)

bootstrap:
	@Scripts/bootstrap
