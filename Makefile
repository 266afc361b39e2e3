# Everything that is run by hand or by a machine. `make check` is what must be green.

LINT_VERSION := v2.15.0
LINT         := .tools/golangci-lint-$(LINT_VERSION)/golangci-lint
FUZZTIME     ?= 1000x# inputs for each fuzz target, or a time; a machine that has the time takes more

# go.mod is never changed by a command here, and a clone needs no trust in its folder.
export GOFLAGS := -mod=readonly -buildvcs=false

# The race detector is C; without a compiler the tests still run.
ifeq ($(shell command -v $$(go env CC) 2>/dev/null),)
RACE :=
else
RACE := -race
endif

.PHONY: all build vet test lint fuzz tidy check golden bench bench-peers soak aimock picture pictures demo clean

all: build

build:
	go build ./...

vet:
	go vet ./...

test:
	@$(if $(RACE),,echo "no C compiler: the tests run without the race detector")
	go test $(RACE) -timeout 25m ./...

# Linters and formatters (gofumpt, goimports) in one run, from a pinned build of their own.
lint: $(LINT)
	$(LINT) fmt --diff
	$(LINT) run ./...

$(LINT):
	GOFLAGS= GOBIN=$(CURDIR)/$(@D) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)

# Every fuzz target, one after the other, FUZZTIME each. A number of inputs has no deadline that a
# busy machine could miss; the engine calls a missed one a failure.
fuzz:
	@grep -rnoE --include='*_test.go' --exclude-dir='.*' '^func Fuzz[A-Za-z0-9_]+' keymap model pipeline render ui | \
	while IFS=: read -r file _ func; do \
		echo "$${func#func } in $${file%/*}"; \
		go test -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "./$${file%/*}" || exit 1; \
	done

tidy:
	go mod tidy -diff

check: build vet tidy lint fuzz test

# Draws the screens of the tests and the prompts anew, and what the README shows of the program. Look at each one that changed before it is committed.
golden:
	go test $$(grep -rl --include='*_test.go' 'charmbracelet/x/exp/golden' pipeline render ui | xargs -n1 dirname | sort -u | sed 's,^,./,') -update
	go test . -run TestReadme -update

bench:
	go test -run '^$$' -bench . -benchmem ./...

# The table of the README: one session of a gigabyte, made for it, in cutline and in other programs. Needs Linux, jq and less;
# fx (npm install -g fx) gets a row when it is there.
bench-peers:
	@dir=$$(mktemp -d) && go build -o $$dir/cutline . && go build -o $$dir/peers ./model/bench/peers && $$dir/peers -bin $$dir/cutline; rm -r $$dir

# A session that another process appends to at 50 messages a second, and that is cut, replaced and removed meanwhile.
soak:
	go test . -run '^TestFollowSoak$$' -count 1 -timeout 0 -v -soak 2m

# Compactions by a model that is a mock, and not ours. Needs node and npm, which fetch it into a temporary folder.
aimock:
	testdata/aimock/run.sh

# The picture of the README, as text.
picture:
	@go run . shot testdata/sessions/claudecode/demo.jsonl --size 120x40

# The pictures of the README in colour, the moving one among them.
pictures:
	go test ./ui -run '^TestPictures$$' -update

demo:
	go run . demo

clean:
	rm -rf .tools cutline
