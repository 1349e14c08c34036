# Two commands do everything: `make run` and `make test`. `make help` lists the rest.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GO      ?= go
BIN     := $(CURDIR)/bin
VERSION := $(shell cat cmd/atoll/VERSION)
COMMIT  := $(shell git describe --always --dirty 2>/dev/null)
LDFLAGS := -s -w -X main.commit=$(COMMIT)
WEB     := $(wildcard web/package.json)

STATICCHECK := $(BIN)/staticcheck-0.8.2
GOFUMPT     := $(BIN)/gofumpt-0.12.0

.PHONY: help run build lib web client-web test lint types unit race chaos live flaky web-test client-test learn learn-test browser-test screenshots layout trace soak balance soak-server clean packages release site puzzles

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

run: build ## build everything and serve on http://127.0.0.1:8080 with an embedded database
	$(BIN)/atoll serve

build: web $(if $(WEB),web/dist/app/core/core.json web/dist/app/board/atoll-board.js web/dist/app/licences.txt) ## build bin/atoll with the front end inside
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN)/atoll ./cmd/atoll

lib: ## build bin/libatoll.so and its header, for learning from C and Python
	CGO_ENABLED=1 $(GO) build -trimpath -buildmode=c-shared -ldflags '$(LDFLAGS)' -o $(BIN)/libatoll.so ./cmd/libatoll
	cp cmd/libatoll/atoll.h $(BIN)/atoll.h
	rm -f $(BIN)/libatoll.h # made by the compiler, for nobody

web: $(if $(WEB),web/dist/app/index.html) ## build the front end

web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && npm install --no-audit --no-fund && node tools/locked.mjs # not ci: it refuses a lock without the platform packages that a mirror lacks
	@touch $@

web/dist/app/index.html: web/node_modules/.installed $(shell find web/src web/sw web/tools web/public web/index.html web/*.js -type f 2>/dev/null)
	cd web && npm run build
	@touch $@

# The rules and bots for browsers.
CORE_SOURCES := $(shell find analysis bots diagram draw fair game games local match record search server/wire cmd/wasm -type f -not -name '*_test.go' -not -path '*/testdata/*' 2>/dev/null)

$(BIN)/core/core.json: $(CORE_SOURCES) go.mod web/tools/core.mjs
	node web/tools/core.mjs $(BIN)/core $(GO)

web/dist/app/core/core.json: web/dist/app/index.html $(BIN)/core/core.json
	rm -rf web/dist/app/core
	cp -r $(BIN)/core web/dist/app/core
	node web/tools/sw.mjs # which lists them
	@touch $@

web/dist/app/board/atoll-board.js: web/dist/app/index.html $(shell find clients/web -type f 2>/dev/null)
	rm -rf web/dist/app/board
	cp -r clients/web web/dist/app/board
	@touch $@

client-web: web/dist/app/board/atoll-board.js web/dist/app/core/core.json ## the board as a part of other pages, <atoll-board>, into web/dist/app/board

web/dist/app/licences.txt: web/dist/app/index.html go.sum scripts/licences/main.go
	$(GO) run ./scripts/licences -o $@

test: packages lint unit race web-test client-test learn-test browser-test ## everything that must pass before a change lands

packages: ## install the Debian packages that tests need (browser, database, terminal)
	scripts/packages

lint: $(STATICCHECK) $(GOFUMPT) $(if $(WEB),web/node_modules/.installed) ## formatting, vet, staticcheck; prettier and oxlint
	@unformatted=$$($(GOFUMPT) -l $$(git ls-files '*.go')); \
	  if [ -n "$$unformatted" ]; then echo "gofumpt wants to change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(STATICCHECK) ./...
	$(if $(WEB),cd web && npm run lint)
	$(if $(WEB),$(GO) run ./scripts/openapi | node web/tools/api-types.mjs --check)

types: web/node_modules/.installed ## make the front end's types from the document of the API
	$(GO) run ./scripts/openapi | node web/tools/api-types.mjs

unit: build ## unit, property, golden, store, server and command tests
	$(GO) test -timeout 30m ./...

# What has no goroutine (the rules and their checks) and what only calls the rest
# (the commands) is left to race-all: it takes long under the detector. So are tests that
# compare, request by request, two worlds that differ in secrets.
race: ## everything that runs concurrently with the race detector, shortened
	$(GO) test -race -short -timeout 30m -skip 'TellsNothing$$|HasNoSecrets$$' $$($(GO) list ./... | grep -v -e /cmd/ -e /games/ -e /gametest -e /internal/ -e /tune -e /tactics -e /docs/)

race-all: ## every package with the race detector
	$(GO) test -race -short -timeout 2h ./...

web-test: build ## types and unit tests of the front end
	cd web && npm run check && npm test

browser-test: build packages ## whole games in a real browser
	$(if $(wildcard web/tests),cd web && ATOLL=$(BIN)/atoll npm run test:browser)

screenshots: build packages ## pictures of every main screen, into screenshots/
	cd web && ATOLL=$(BIN)/atoll npm run screenshots

layout: build packages ## what is cut off, covered or out of sight at a table: every game, state, size and language
	cd web && ATOLL=$(BIN)/atoll npm run layout

.PHONY: offline
offline: build packages ## everything that works without a network, with the network off, and what it costs; ALL=1, ONLY=memory; pictures into screenshots/
	cd web && ATOLL=$(BIN)/atoll npm run offline

trace: build packages ## frames a second through a reveal, and the time from a click to a board
	cd web && ATOLL=$(BIN)/atoll npm run trace

# Debian's, which has the packages that scripts/packages installs; the first one on the path may be another.
PYTHON ?= /usr/bin/python3

client-test: build lib packages ## the Python and TypeScript clients against the real program and library
	cd clients/python && ATOLL=$(BIN)/atoll ATOLL_LIB=$(BIN)/libatoll.so $(PYTHON) -m unittest discover tests
	cd clients/ts && npm install --no-audit --no-fund && ATOLL=$(BIN)/atoll npm test

CALLS  ?= 1000000
STEPS  ?= 100000000
WORLDS ?= 10000

.PHONY: lib-hard
lib-hard: build lib packages ## wrong calls, many steps and many worlds through the library: CALLS, STEPS, WORLDS
	cd clients/python && export ATOLL_LIB=$(BIN)/libatoll.so PYTHONPATH=. && $(PYTHON) tests/hard.py fuzz --calls $(CALLS) && \
	  $(PYTHON) tests/hard.py worlds --worlds $(WORLDS) && $(PYTHON) tests/hard.py steps --steps $(STEPS)

.PHONY: proofs
proofs: build packages ## solve the small positions and the small games of docs/benchmark.md and check the proofs with a second program
	$(GO) build -o $(BIN)/solve ./scripts/solve
	while IFS=$$'\t' read -r game position; do echo "$$position"; \
	  $(BIN)/solve -game $$game -position "$$position" | ATOLL=$(BIN)/atoll PYTHONPATH=clients/python $(PYTHON) -m atoll.proof || exit 1; \
	done < scripts/solve/boards.txt
	$(GO) build -o $(BIN)/small ./bots/epigo/small
	for quiet in 4 60; do $(BIN)/small -tiles 2 -quiet $$quiet | PYTHONPATH=clients/python $(PYTHON) -m atoll.small --most 0.000001 || exit 1; done

LEARN = ATOLL=$(BIN)/atoll ATOLL_LIB=$(BIN)/libatoll.so ATOLL_NET=$(BIN)/netcheck PYTHONPATH=clients/python:. OMP_NUM_THREADS=1 $(PYTHON)

learn-test: build lib packages ## half a minute of learning, and that the program computes what was learnt
	$(GO) build -o $(BIN)/netcheck ./neural/netcheck
	GOEXPERIMENT=simd $(GO) test ./neural # the AVX2 kernels against the plain ones, where the machine has them
	$(LEARN) -m learn.tests.test_learn
	$(LEARN) -m learn.tests.test_tour

learn: build lib packages ## the tour of docs/researchers.md as a whole, then eight minutes of The Conqueror by learn/, its curves and a match
	time $(LEARN) -m learn.tests.test_tour --whole
	rm -rf $(BIN)/learn && mkdir -p $(BIN)/learn
	$(LEARN) -m learn train conqueror --minutes 8 --games 512 --first 64 --rate 0.002 --snapshots --out $(BIN)/learn/conqueror.net --log $(BIN)/learn/conqueror.jsonl
	$(LEARN) -m learn curve $(BIN)/learn/conqueror.jsonl > $(BIN)/learn/conqueror.svg
	$(LEARN) -m learn strength $(BIN)/learn/conqueror*.net --against level2,level4,level6 --games 400 | tee $(BIN)/learn/strength.jsonl
	$(LEARN) -m learn curve $(BIN)/learn/strength.jsonl --percent --of level2,level4,level6 > $(BIN)/learn/strength.svg
	$(BIN)/atoll duel conqueror --net mine=$(BIN)/learn/conqueror.net --a mine:100n --b level2 --games 200

# Each is found in games of a fixed seed and proved: with the same bots the same files come out. About a quarter of an hour.
puzzles: build ## find the puzzles of the page again, 320 and more of each game, and prove all of them
	$(GO) run ./bots/epigo/puzzles > web/src/games/epigo/puzzles.jsonl
	$(BIN)/atoll tactics evo --lines --count 330 --depth 3 --bots level5,level4 --positions 500000 > web/src/games/evo/puzzles.jsonl
	$(BIN)/atoll tactics conqueror --lines --count 330 --depth 2 --bots greedy,random --positions 50000 > web/src/games/conqueror/puzzles.jsonl
	$(BIN)/atoll tactics earthquake --lines --count 330 --depth 3 --bots mcts:40n,greedy,random --positions 100000 > web/src/games/earthquake/puzzles.jsonl
	ATOLL_PUZZLES=all $(GO) test -count=1 -timeout 1h -run 'Puzzles|Mixtures' ./tactics ./bots/epigo/puzzles

site: build ## a folder for any web space, without a server, into dist/site
	$(BIN)/atoll site dist/site

release: build ## static binaries for all platforms, checksums and bill of materials, into dist/
	VERSION=$(VERSION) COMMIT=$(COMMIT) scripts/release

# How often something is killed; fewer for a quick look: make chaos KILLS=20 FAULTS=10
KILLS  ?= 1000
FAULTS ?= 300

chaos: ## kill servers while people play, 1,000 times on SQLite and 300 times in a cluster, and look for an order of all that was told; race sealed orders 10,000 times
	ATOLL_CHAOS=$(KILLS) $(GO) test -count=1 -timeout 6h -v -run KilledServer ./chaos
	ATOLL_CHAOS=$(FAULTS) $(GO) test -count=1 -timeout 6h -v -run KilledCluster ./chaos
	ATOLL_RACES=10000 $(GO) test -count=1 -timeout 2h -v -run 'TestStore/the_last_two' ./store/sqlite ./store/postgres

flaky: build packages ## browser tests 20 times, server, bus, store and terminal 50 times, with two cores kept busy; goes on where it stopped
	GO=$(GO) scripts/flaky $(BROWSER_RUNS) $(PACKAGE_RUNS)

.PHONY: mutants
mutants: ## change one operator at a time and look whether a test notices; goes on where it stopped: PKG=match, SAMPLE=40, WORKERS=2
	nice -n 15 $(GO) run ./scripts/mutants -sample $(or $(SAMPLE),0) -workers $(or $(WORKERS),1) $(PKG)

live: ## what streams see of a game while the bus restarts 20 times, freezes for 20 s or swallows everything for 20 s
	ATOLL_LIVE=1 $(GO) test -count=1 -timeout 1h -v -run TroubleOfTheBus ./server

.PHONY: faults
faults: packages ## let the disk of a running server fail, fill up and lose its power, 40 times each way
	ATOLL_CHAOS=$(or $(TIMES),40) $(GO) test -count=1 -timeout 6h -v -run 'FailingDisk|FullDisk|PowerCut' ./chaos

.PHONY: load
load: build packages ## SQLite, Postgres and three nodes beside each other: moves a second, latency, processor time of each part
	$(GO) run ./internal/sidebyside --time 60s

soak: ## properties over at least 10,000 games each (about half an hour on two cores)
	ATOLL_SOAK=1 $(GO) test -timeout 3h ./game/... ./games/... ./record ./internal/referee

GAMES ?= 600
balance: ## write docs/balance.md from GAMES=600 games of a kind; a run that was stopped goes on (about an hour on two cores)
	$(GO) run ./cmd/atoll balance --games $(GAMES)

.PHONY: arena
arena: ## 300 programs in an arena of ten minutes while servers are killed five times: on SQLite, then on three nodes
	ATOLL_ARENA=$(or $(PROGRAMS),300) ATOLL_MINUTES=$(or $(MINUTES),10) ATOLL_KILLS=$(or $(KILLED),5) $(GO) test -count=1 -timeout 2h -v -run TestArena ./chaos

.PHONY: wasm-replay
wasm-replay: ## N=10000 recorded games of each configuration replay to the same bytes in WebAssembly as natively
	ATOLL_BOTH=$(or $(N),10000) $(GO) test -count=1 -timeout 24h -v -run WebAssemblyPlays ./local

soak-server: ## people and bots come and go for ten minutes; nothing may grow
	ATOLL_SOAK_SERVER=10m $(GO) test -count=1 -timeout 1h -v -run TestSoak ./chaos

$(STATICCHECK):
	GOBIN=$(BIN) $(GO) install honnef.co/go/tools/cmd/staticcheck@v0.8.2
	mv $(BIN)/staticcheck $@

$(GOFUMPT):
	GOBIN=$(BIN) $(GO) install mvdan.cc/gofumpt@v0.12.0
	mv $(BIN)/gofumpt $@

clean: ## remove what was built
	rm -rf bin dist web/dist web/node_modules

retrain-conqueror: ## learn the weights of The Conqueror anew, for every kind of table
	for players in 2 3 4; do for out in "" -out; do \
		$(GO) run ./bots/conqueror/tune -players $$players $$out -fresh -games $$((players > 3 ? 128000 : 64000)) -rate 0.003 -last 0.00005 || exit 1; \
	done; done

retrain-earthquake: ## learn the weights of Earthquake Island anew
	$(GO) run ./bots/earthquake/tune
