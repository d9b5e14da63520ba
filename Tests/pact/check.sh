#!/usr/bin/env bash
# Exports the five services as Pacts and has Pact's own verifier ask them of the example provider: every interaction has to
# pass, and to fail under faults that change answers. Needs `pact` (pip install pact-python-cli).
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v pact >/dev/null || { echo "not run: there is no 'pact' on the PATH (pip install pact-python-cli)"; exit 0; }
export PACT_DO_NOT_TRACK=true
contracts=$(swift build --product contracts --show-bin-path)/contracts
swift build --product contracts
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT

listen() { # prints the port once the provider listens
  "$contracts" provider "$@" > "$folder/provider" &
  until grep -q listening "$folder/provider"; do kill -0 $!; done
  port=$(sed 's/.*://' "$folder/provider")
}

python3 -u Tests/pact/states.py > "$folder/states" &
until [ -s "$folder/states" ]; do kill -0 $!; done
states=$(cat "$folder/states")

"$contracts" pact export --consumer app --output "$folder" 2>/dev/null
verify() { pact verifier -f "$1" -h 127.0.0.1 -p "$port" -s "http://127.0.0.1:$states/" --no-colour > "$folder/log" 2>&1; }

listen
for pact in "$folder"/*.json; do
  verify "$pact" || { cat "$folder/log"; echo "Pact's verifier refuses $pact"; exit 1; }
  "$contracts" pact verify "$pact" --provider "http://127.0.0.1:$port" --states "http://127.0.0.1:$states/"
done
for fault in status:500 emptyBody truncatedBody; do
  kill %2; wait %2 2>/dev/null || true
  listen --fault "$fault"
  for pact in "$folder"/*.json; do
    if verify "$pact"; then echo "Pact's verifier passes $pact under the fault $fault"; exit 1; fi
    if "$contracts" pact verify "$pact" --provider "http://127.0.0.1:$port" > /dev/null; then
      echo "contracts pact verify passes $pact under the fault $fault"; exit 1
    fi
  done
done
echo "Pact's verifier agrees"
