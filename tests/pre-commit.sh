#!/usr/bin/env bash
# Runs the hooks of `.pre-commit-hooks.yaml` with the pre-commit framework on a sample repository.
#   tests/pre-commit.sh                the hook that takes the binary from PATH
#   FULL=1 tests/pre-commit.sh         also the one that the framework builds itself (minutes)
#   MICROAGENT=path/to/binary tests/pre-commit.sh
# Skips with a word, and without failing, where the framework cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
project=$PWD
skip() { echo "skipped: $*"; exit 0; }
command -v python3 >/dev/null || skip "no python3"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PRE_COMMIT_HOME=$work/cache
framework=$(command -v pre-commit || true)
if [ -z "$framework" ]; then
  python3 -m venv "$work/venv" 2>/dev/null || skip "no venv"
  "$work/venv/bin/pip" install --quiet pre-commit >/dev/null 2>&1 || skip "pre-commit cannot be installed"
  framework=$work/venv/bin/pre-commit
fi

binary=${MICROAGENT:-}
if [ -z "$binary" ]; then
  cargo build --quiet
  binary=${CARGO_TARGET_DIR:-target}/debug/microagent
fi
mkdir "$work/bin"
ln -s "$(realpath "$binary")" "$work/bin/microagent"
export PATH=$work/bin:$PATH

"$framework" validate-manifest .pre-commit-hooks.yaml

sample=$work/sample
mkdir -p "$sample/.agents/skills"
cd "$sample"
git init -q .
git config user.name t && git config user.email t@example.invalid
printf '\xef\xbb\xbf---\ntriggers: [zap]\n---\nB\n' > .agents/skills/a.md
echo 'nothing to lint' > notes.txt
git add .
# the framework tries a copy of a repository's last commit
run() { "$framework" try-repo "$project" "$@" --verbose 2>&1 | tee "$work/out"; return "${PIPESTATUS[0]}"; }
expect() { grep -qF "$1" "$work/out" || { echo "expected: $1"; exit 1; }; }

for hook in microagent-lint-system ${FULL:+microagent-lint}; do
  if run "$hook" --all-files; then echo "the hook passed a broken file"; exit 1; fi
  expect 'byte-order-mark'
done
if run microagent-fix-system --all-files; then echo "the hook changed a file and passed"; exit 1; fi
expect 'files were modified by this hook'
git add .
run microagent-lint-system --all-files
git commit -qm one
run microagent-lint-system --files notes.txt
expect 'no files to check'
echo "the hooks work"
