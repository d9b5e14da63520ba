# Every target that a person or a pipeline needs; a bare `make` lists them.

SWIFT ?= swift
# Warm caches and one build folder for everything: `make test` and `make verify` share what they compile.
CONTRACTS = $(SWIFT) run --quiet contracts
SOURCES = Package.swift Sources Tests
# Suites that compute for long: they get a process of their own, after the others, for beside them tests that wait for a
# network would get no thread.
HEAVY = PlantedFaultsTests|PublishedDocumentTests|ScaffoldTests|AgainstFuzzTests|AgainstImportTests|DocumentFuzzTests|MutationTests|DocumentationTests

# What is concurrent, which alone the thread sanitizer's build has.
CONCURRENT = HTTPRecordingTests|ContractCheckingTests|LoopbackServerTests|ExampleProviderTests|ContractHealthTests|ContractServingTests
# What computes alone would take the sanitizer many minutes, and the tests that wait for a network their threads.
# `make test` runs these too: a leak, for one, is measured in the build that people run.
COMPUTING = ModelFuzzTests|scansLongTextsOnce|looksAtALongTextOnce|ServingFuzzTests|survivesAKill|anyBody|bodiesComeBackByteByByte|holdsNoMoreTheLongerItRuns

# More tests than threads at once would only wait for each other, and their calls for an answer that is there.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

.DEFAULT_GOAL := help
.PHONY: help toolchain build verify test attack adoption record rerecord release live lint format schemas docs conformance documents fuzz bench browser-test portability readers pact soak sanitize sanitizer clean ci ci-runs

help: ## list the targets
	@awk -F ":.*## " '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

toolchain:
	@command -v $(SWIFT) >/dev/null 2>&1 || { \
	  echo "make: no Swift toolchain found: install Swift 6.2 or later (https://www.swift.org/install) and have 'swift' on the PATH." >&2; exit 2; }

build: toolchain ## build everything, tests too
	$(SWIFT) build --build-tests

verify: toolchain ## check the five clients against their contracts, on recordings
	$(CONTRACTS) verify

test: build ## run every test, the contract suites in XCTest and Swift Testing among them
	@for part in "--skip $(HEAVY)|AttackTests" "--filter $(HEAVY)"; do \
	  { $(SWIFT) test --skip-build --ignore-lock $${part%% *} "$${part#* }" || echo "make: these tests failed ($$part)"; } 2>&1; \
	done | tee .build/test.log; \
	if grep -aq 'make: these tests failed' .build/test.log; then grep -aE '(^✘|make: these|.*: error: -\[)' .build/test.log; exit 1; fi

attack: build ## attack the harness with hostile code under test, hostile servers and pull requests; ATTACKS=all runs hostile code in every mode
	$(SWIFT) test --skip-build --ignore-lock --filter AttackTests

# In the build folder of this package, whose modules are then those of the packages that depend on it.
adoption: build ## build, test and verify packages that depend on this one, and type the article about adoption
	$(SWIFT) test --package-path Tests/Adoption --scratch-path .build
	cd Tests/Adoption && $(SWIFT) run --quiet --scratch-path ../../.build contracts verify
	cd Tests/Adoption && $(SWIFT) package --scratch-path ../../.build contracts verify --only '*/model/*'
	$(SWIFT) test --package-path Tests/Adoption/XcodeApp --scratch-path .build
	ADOPTION=1 $(SWIFT) test --skip-build --ignore-lock --filter AdoptionSectionTests
	@# Those packages have an executable of the same name.
	$(SWIFT) build --product contracts

record: toolchain ## re-record every exchange from the local provider
	$(CONTRACTS) record --local

release: toolchain ## build the command line optimised, and let it check the five clients: compilers differ by that
	$(SWIFT) build -c release --product contracts
	.build/release/contracts verify

live: toolchain ## run every check against the local provider, over real sockets
	$(CONTRACTS) verify --mode live --local

rerecord: toolchain ## record a copy of the recordings anew from the local provider: no file may change
	rm -rf .build/rerecorded && mkdir -p .build && cp -R Recordings .build/rerecorded
	$(CONTRACTS) record --local --allow-ci --recordings .build/rerecorded
	@diff -r Recordings .build/rerecorded || { echo "make: a re-record changes these recordings: 'make record', and commit what is right" >&2; exit 1; }

lint: toolchain ## check the style of the code and its comments, the map of modules, then contracts and recordings
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	@command -v python3 >/dev/null || { echo "comments: not read, for there is no python3"; exit 0; }; Tests/style/check.py
	$(CONTRACTS) lint

format: toolchain ## format the code in place
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

schemas: ## copy the JSON Schemas that are part of the code to Contracts, where editors and users find them
	cp Sources/*/Resources/*.schema.json Contracts/

docs: toolchain ## build the documentation into .build/docs; warnings are errors
	SWIFT=$(SWIFT) .ci/docs

conformance: toolchain ## run the public JSON, YAML and JSON Schema suites, where ../shared/suites is there
	$(SWIFT) test --filter Conformance

documents: toolchain ## compile and verify scaffolded clients of published OpenAPI documents, where ../shared/documents is there
	DOCUMENTS=$${DOCUMENTS:-1} $(SWIFT) test --filter 'PublishedDocumentTests|AgainstImportTests'

fuzz: toolchain ## mutate JSON texts, schemas and patterns, and compare made-up schemas: 200,000 and 5,000 inputs each, at most two minutes a kind
	CONTRACT_TESTS='JSONSchemaTests|ContractAuthoringTests|ContractComparisonTests|ContractServingTests' \
	CONTRACT_FUZZ_INPUTS=200000 CONTRACT_FUZZ_SECONDS=120 \
	  $(SWIFT) test -c release -Xswiftc -enable-testing --scratch-path .build/fuzz --filter FuzzTests

bench: toolchain ## measure, release and debug builds: times, memory, ratios
	$(SWIFT) build -c release --product contracts
	$(SWIFT) build -c release --product benchmarks
	.build/release/benchmarks
	$(SWIFT) build --product contracts
	$(SWIFT) build --product benchmarks
	.build/debug/benchmarks debug

browser-test: toolchain ## look at the HTML report in headless Chromium; screenshots in .build/screenshots
	Tests/browser/check.sh

portability: toolchain ## refuse what iOS, tvOS, watchOS and visionOS lack in every target that a test target imports
	@command -v python3 >/dev/null || { echo "not run: there is no python3"; exit 0; }; Tests/portability/check.py

readers: toolchain ## read every report with readers that are not ours
	Tests/readers/check.sh

pact: toolchain ## have Pact's own verifier and consumer library judge exports and imports
	Tests/pact/check.sh

soak: toolchain ## 10,000 rounds of health checks, release build: descriptors, threads, memory and files stay as they are
	$(SWIFT) build -c release --product contracts
	CONTRACT_SOAK_ROUNDS=10000 CONTRACT_SOAK_EXECUTABLE=.build/release/contracts nice -n 19 $(SWIFT) test --filter HealthResourceTests

sanitize: sanitizer ## run what is concurrent under the thread sanitizer
	CONTRACT_TESTS='$(CONCURRENT)' TSAN_OPTIONS=halt_on_error=1 $(SWIFT) test --skip-build --sanitize=thread --scratch-path .build/sanitize --skip '$(COMPUTING)'

# What waits for a deadline beside it goes first.
sanitizer: toolchain
	CONTRACT_TESTS='$(CONCURRENT)' nice -n 19 $(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/sanitize

clean: ## remove everything that was built
	rm -rf .build

ci: lint portability build test ## what a pipeline runs: style, build, tests, then attacks, contracts on recordings and over sockets, recordings that stay as they are, packages that adopt this one and documentation beside the thread sanitizer
	$(MAKE) --jobs 2 --output-sync --old-file build ci-runs sanitize

# The attacks wait for processes and deadlines, while the sanitizer builds. What shares a build folder goes one by one.
ci-runs:
	$(MAKE) --jobs 1 --old-file build attack verify live rerecord adoption docs
