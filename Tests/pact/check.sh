#!/usr/bin/env bash
# Has Pact's own tools judge ours. The five services are exported as Pacts, and Pact's own verifier asks them of the example
# provider: every interaction has to pass, and to fail under faults that change answers. So has the workshop, whose tokens
# the states tell, of 'contracts serve'. Then a Pact that Pact's own consumer
# library made is imported, served, exported, and verified by both. Needs `pact` and pact-python
# (pip install pact-python pact-python-cli).
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v pact >/dev/null || { echo "not run: there is no 'pact' on the PATH (pip install pact-python-cli)"; exit 0; }
export PACT_DO_NOT_TRACK=true
contracts=$(swift build --product contracts --show-bin-path)/contracts
swift build --product contracts
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT

listen() { # prints the port once a server listens
  : > "$folder/provider"
  "$contracts" serve "$@" > "$folder/provider" 2> "$folder/complaints" &
  provider=$!
  until grep -q listening "$folder/provider"; do kill -0 $! || { cat "$folder/complaints"; exit 1; }; done
  port=$(grep listening "$folder/provider" | sed 's/.*://')
}
close() { kill "$provider"; wait "$provider" 2>/dev/null || true; }

python3 -u Tests/pact/states.py > "$folder/states" &
until [ -s "$folder/states" ]; do kill -0 $!; done
states=http://127.0.0.1:$(cat "$folder/states")/

"$contracts" pact export --consumer app --output "$folder" 2>/dev/null
verify() { pact verifier -f "$1" -h 127.0.0.1 -p "$port" -s "$states" --no-colour > "$folder/log" 2>&1; }
both() { # PACT [OPTION]…: the options of our verifier
  verify "$1" || { cat "$folder/log"; echo "Pact's verifier refuses $1"; exit 1; }
  "$contracts" pact verify "$1" --provider "http://127.0.0.1:$port" --states "$states" "${@:2}"
}
neither() { # PACT FAULT
  if verify "$1"; then echo "Pact's verifier passes $1 under the fault $2"; exit 1; fi
  if "$contracts" pact verify "$1" --provider "http://127.0.0.1:$port" > /dev/null; then
    echo "contracts pact verify passes $1 under the fault $2"; exit 1
  fi
}

listen --local
for pact in "$folder"/*.json; do both "$pact"; done
for fault in status:500 emptyBody truncatedBody malformedBody wrongContentType redirectLoop connectionLost; do
  close
  listen --local --fault "$fault"
  for pact in "$folder"/*.json; do
    # What is no UTF-8 is no part of a Pact, so nobody misses it.
    if [ "$fault" != status:500 ] && ! grep -q '"body": {' "$pact"; then continue; fi
    neither "$pact" "$fault"
  done
done
close

workshop=(--contracts Tests/Exchanges/Contracts --recordings Tests/Exchanges/Recordings)
"$contracts" pact export --consumer app --output "$folder/workshop" "${workshop[@]}" 2> /dev/null
export WORKSHOP_TOKEN=local-workshop-token WORKSHOP_EXPIRED_TOKEN=local-expired-workshop-token
listen "${workshop[@]}"
both "$folder/workshop/app-workshop.json" "${workshop[@]}"
close

if ! python3 -c 'import pact' 2> /dev/null; then
  echo "not run: a Pact of the consumer library, which is not there (pip install pact-python)"
else
  for version in 3 4; do
    work=$folder/consumer-$version
    mkdir -p "$work"
    python3 Tests/pact/consumer.py "$work" $version 2> "$folder/log" || { cat "$folder/log"; exit 1; }
    made=$work/orders-app-order-service.json
    own=(--contracts "$work/Contracts" --recordings "$work/Recordings")
    mkdir "$work/Contracts"
    "$contracts" import "$made" --origin https://orders.example "${own[@]}" > /dev/null
    "$contracts" import "$made" --origin https://orders.example "${own[@]}" > "$folder/log"
    grep -q "nothing was written" "$folder/log" || { cat "$folder/log"; echo "a second import changes something"; exit 1; }
    "$contracts" lint "${own[@]}" > /dev/null 2> "$folder/log" || { cat "$folder/log"; exit 1; }
    "$contracts" pact export --consumer orders-app --spec $version --output "$work/out" "${own[@]}" 2> /dev/null
    for side in "" "--fault emptyBody"; do
      listen "${own[@]}" $side
      states=http://127.0.0.1:$port/_contracts/states
      for pact in "$made" "$work"/out/*.json; do
        if [ -z "$side" ]; then both "$pact"; else neither "$pact" emptyBody; fi
      done
      close
    done
  done
fi
echo "Pact's verifier agrees"
