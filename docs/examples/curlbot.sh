#!/usr/bin/env bash
# Plays one whole game against a level 1 bot, with curl and python3 for the JSON.
#   ATOLL_URL=http://127.0.0.1:8080 docs/examples/curlbot.sh [GAME]
set -euo pipefail

url=${ATOLL_URL:-http://127.0.0.1:8080}/api/v1
game=${1:-evo}
json() { python3 -c 'import json, random, sys; a = json.load(sys.stdin); print(eval(sys.argv[1]))' "$1"; }
call() { curl -sS --fail-with-body -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"; }

# A guest is enough to play: the token comes in a header.
token=$(curl -sS -o /dev/null -D - -X POST -H 'Content-Type: application/json' -d '{"name":"Curl bot"}' "$url/guest" |
  tr -d '\r' | awk -F': ' 'tolower($1) == "atoll-token" { print $2 }')

table=$(call -d "{\"game\":\"$game\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"level\":1}]}" "$url/tables" | json 'a["table"]["id"]')
echo "table $table"

for n in $(seq 1 2000); do
  snap=$(call "$url/tables/$table")
  status=$(json 'a["view"]["status"]' <<<"$snap")
  if [ "$status" = over ]; then
    json 'a["view"]["result"]' <<<"$snap"
    exit 0
  fi
  # Our turn? Then the legal actions are in the view, unless there are very many.
  if [ "$(json 'a["info"].get("your_turn", False)' <<<"$snap")" = True ]; then
    action=$(json 'random.choice((a["view"].get("legal") or {}).get("actions") or [""])' <<<"$snap")
    if [ -z "$action" ]; then
      action=$(call "$url/tables/$table/legal?limit=2000" | json 'random.choice(a["actions"])')
    fi
    step=$(json 'a["view"]["step"]' <<<"$snap")
    call -o /dev/null -d "{\"msg\":\"m$n\",\"step\":$step,\"action\":\"$action\"}" "$url/tables/$table/act" || true
  else
    sleep 0.05
  fi
done
echo "the game did not end" >&2
exit 1
