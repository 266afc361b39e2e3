#!/usr/bin/env bash
# Runs compact against aimock, a mock of model servers that others made: both APIs, streamed and whole, good answers and
# bad ones. Prints PASS and FAIL lines and, last, RESULT. Needs node, npm and go. LLMOCK=PATH takes one that is installed.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
version=1.43.0
work=$(mktemp -d) bad=0 runs=0 server=''
stop() { if [ -n "$server" ]; then kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; server=''; fi; }
trap 'stop; rm -rf "$work"' EXIT

die() { echo "$*" >&2; echo "RESULT FAIL"; exit 1; }
(cd "$here/../.." && go build -o "$work/cutline" .) || die "the program does not build"
if [ -z "${LLMOCK:-}" ]; then
  (cd "$work" && npm install --no-audit --no-fund --silent "@copilotkit/aimock@$version") || die "npm cannot install @copilotkit/aimock $version"
  LLMOCK=$work/node_modules/.bin/llmock
fi

# start FLAG...: a server; its address is in $url.
start() {
  stop
  "$LLMOCK" -p 0 -h 127.0.0.1 -f "$here/fixtures.json" --strict "$@" >"$work/server.log" 2>&1 &
  server=$!
  url=''
  for _ in $(seq 100); do
    url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+' "$work/server.log" | head -n 1)
    [ -n "$url" ] && return
    sleep 0.1
  done
  die "the mock does not start: $(cat "$work/server.log")"
}

# run TASK FLAG...: one compaction on $wire; its status, what it printed and what it wrote are in $status, $said and $out.
run() {
  local task=$1 dir
  shift
  dir=$(mktemp -d "$work/run.XXXX") out=$dir/out.json said=$dir/said
  cat >"$dir/in.json" <<J
[{"role":"system","content":"You are an agent."},
 {"role":"user","content":"$task: make the parser strict, with the line in each error."},
 {"role":"assistant","content":"It is strict now. Errors have their line. $(printf 'The cases of the old parser pass as well. %.0s' $(seq 40))"},
 {"role":"user","content":"Now translate them."},
 {"role":"assistant","content":"Translating."}]
J
  local env=(ANTHROPIC_API_KEY=mock "ANTHROPIC_BASE_URL=$url")
  [ "$wire" = openai ] && env=(OPENAI_API_KEY=mock "OPENAI_BASE_URL=$url/v1")
  env -i PATH="$PATH" HOME="$dir" "${env[@]}" "$work/cutline" compact "$dir/in.json" -o "$out" --summarizer external --model mock-model \
    --provider "$([ "$wire" = openai ] && echo custom || echo anthropic)" "--stream=$stream" "$@" >"$said" 2>&1
  status=$?
}

# ok NAME CONDITION: one line of the report.
ok() {
  runs=$((runs + 1))
  if eval "$2"; then echo "PASS $wire, stream=$stream: $1"; else
    echo "FAIL $wire, stream=$stream: $1"
    sed 's/^/     /' "$said"
    bad=1
  fi
}

model='[ $status = 0 ] && grep -q "summary *by external" "$said" && grep -q SUMMARY-1 "$out"'
fallback='[ $status = 0 ] && grep -q "summary *by local, outcome degraded" "$said" && [ -s "$out" ]'
nothing='[ $status = 1 ] && [ ! -e "$out" ]'

# each WHAT: calls a function for both APIs, streamed and whole.
each() { for wire in anthropic openai; do for stream in true false; do "$1"; done; done; }

answers() {
  start # the counts of its sequences begin anew
  run TASK-OK; ok "an answer" "$model"
  run TASK-BUSY; ok "529, then an answer" "$model && grep -q 529 \"\$said\""
  run TASK-SLOW; ok "429 with retry-after, then an answer" "$model && grep -q 429 \"\$said\""
  run TASK-CUT; ok "a cut answer, then a shorter one" "$model && ! grep -q PARTIAL-1 \"\$out\""
  run TASK-DOWN --attempts 2; ok "529 without end: the rung below" "$fallback && grep -q 529 \"\$said\""
  run TASK-DOWN --attempts 2 --strict; ok "529 without end, --strict: nothing" "$nothing && grep -q 529 \"\$said\""
  run TASK-EMPTY --attempts 2; ok "an empty answer: the rung below" "$fallback && grep -qi empty \"\$said\""
}

# refusals MODE WORD: what a server that always fails in one way leads to.
refusals() {
  run TASK-OK --attempts 2; ok "chaos $mode: the rung below" "$fallback && grep -qiE '$word' \"\$said\""
  run TASK-OK --attempts 2 --strict; ok "chaos $mode, --strict: nothing" "$nothing && grep -qiE '$word' \"\$said\""
}

each answers
while read -r mode word; do
  start "--chaos-$mode" 1
  each refusals
done <<'M'
ratelimit 429
disconnect Network: .* ended the connection
malformed InvalidJson|EmptyContent|TruncatedStream
M
stop
echo "RESULT $([ $bad = 0 ] && echo PASS || echo FAIL) ($runs checks, aimock $version)"
exit $bad
