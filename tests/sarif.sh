#!/usr/bin/env bash
# Validates the SARIF that `lint` writes against the official 2.1.0 schema, and with the SARIF Multitool where it is installed.
#   tests/sarif.sh            every fixture directory, and a hostile one made here
#   MICROAGENT=path/to/binary tests/sarif.sh
# Skips with a word, and without failing, where Python's jsonschema or npm is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
skip() { echo "skipped: $*"; exit 0; }
command -v python3 >/dev/null || skip "no python3"
python3 -c 'import jsonschema' 2>/dev/null || skip "no Python package jsonschema"
command -v npm >/dev/null || skip "no npm"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# the package carries the schema as OASIS published it
npm install --silent --no-save --prefix "$work/npm" @microsoft/jest-sarif@1.0.0-beta.0 >/dev/null 2>&1 || skip "the schema cannot be installed"
schema=$(find "$work/npm" -name 'sarif-2.1.0*.json' | head -n 1)
[ -n "$schema" ] || skip "the package has no schema"

binary=${MICROAGENT:-}
if [ -z "$binary" ]; then
  cargo build --quiet
  binary=${CARGO_TARGET_DIR:-target}/debug/microagent
fi
binary=$(realpath "$binary")

# a hostile one: escapes in paths, bytes that are no text, control characters, fixes of several kinds
mkdir -p "$work/h/é %20#?/.agents/skills"
git -C "$work/h" init -q
printf '\xef\xbb\xbf---\ntriggers: [a, a]\n---\r\nB \xe2\x80\xae\n' > "$work/h/é %20#?/.agents/skills/a b.md"
printf '\xff' > "$work/h/é %20#?/.agents/skills/bytes.md"
printf -- '---\ndescription: x: y\npaths: [./a]\n---\n' > "$work/h/é %20#?/.agents/skills/c.md"

count=0
for dir in fixtures/*/ "$work/h/é %20#?/"; do
  (cd "$dir" && "$binary" lint --no-ignore --fail-on never --profile portable --format sarif > "$work/log.sarif" 2>"$work/err") || { cat "$work/err"; exit 1; }
  SCHEMA=$schema LOG=$work/log.sarif python3 - <<'PY'
import json, os, sys, warnings
import jsonschema
warnings.simplefilter("ignore")
schema, log = (json.load(open(os.environ[name], encoding="utf-8")) for name in ("SCHEMA", "LOG"))
# the published schema names its own draft wrongly for some validators; 7 is the one it is written in
errors = list(jsonschema.Draft7Validator(schema).iter_errors(log))
for error in errors[:5]:
    print("/".join(map(str, error.absolute_path)), error.message[:200], file=sys.stderr)
run = log["runs"][0]
for result in run["results"]:
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
sys.exit(bool(errors))
PY
  if command -v sarif-multitool >/dev/null; then
    sarif-multitool validate "$work/log.sarif" | tee "$work/multitool" | grep -F ': error ' && exit 1
  fi
  count=$((count + 1))
done
echo "$count logs are valid SARIF 2.1.0"
