#!/usr/bin/env bash
# Runs the whole suite in ten environments, five of them next to a program that keeps all processors busy. As root, on Debian:
#
#   test/proof/surroundings/run.sh            all ten, one after the other
#   test/proof/surroundings/run.sh 3 6        only these
#
# Each run is a fresh clone of HEAD in a directory of mode 700, with `npm ci && npm test`. The result goes to stdout, the
# output to test/.artifacts/surroundings-N.log. Creates the user sim-suite and the locale es_VE.UTF-8 if they are missing, and exits
# with 1 if a run failed. On two processors all ten take about two hours.
set -uo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
logs=$root/test/.artifacts
mkdir -p "$logs"
id sim-suite > /dev/null 2>&1 || useradd --create-home sim-suite
chmod 700 /home/sim-suite
if ! locale -a | grep -qi '^es_ve.utf'; then
  apt-get install --yes --quiet locales > /dev/null && localedef -i es_VE -f UTF-8 es_VE.UTF-8
fi

# run NUMBER USER FOLDER UMASK TZ LANG 4010-TAKEN OLD-DATA BUSY
run() {
  local number=$1 user=$2 folder=$3 mask=$4 zone=$5 lang=$6 taken=$7 old=$8 busy=$9
  local clone="$folder/clon de prueba ñandú" log=$logs/surroundings-$number.log helpers=() began code
  # A directory of the PATH that this user cannot read.
  local path=/root/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
  local as=(env -i HOME="$(getent passwd "$user" | cut -d: -f6)" USER="$user" PATH="$path" ${zone:+TZ=$zone} ${lang:+LANG=$lang})
  [ "$user" = root ] || as=(runuser -u "$user" -- "${as[@]}")
  within() { "${as[@]}" bash -c "umask $mask && cd '$clone' && $1"; }

  rm -rf "$folder" && mkdir -p "$folder" && chmod 700 "$folder"
  git clone --quiet "$root" "$clone" && chown -R "$user:" "$folder"
  within 'npm ci --no-audit --no-fund' > "$log" 2>&1 || { echo "run $number: npm ci failed, see $log"; return 1; }
  if [ "$old" = yes ]; then
    # Killed, so that the lock and the run file of the simulator remain.
    within 'timeout --signal=KILL 5 node bin/sim.js start --port 0' >> "$log" 2>&1
  fi
  if [ "$taken" = yes ]; then
    node -e "require('http').createServer((q, s) => s.end()).listen(4010, '127.0.0.1')" & helpers+=($!)
  fi
  if [ "$busy" = yes ]; then
    for _ in $(seq "$(nproc)"); do node -e 'for (;;) crypto.randomBytes(65536)' & helpers+=($!); done
  fi
  began=$SECONDS
  within 'npm test' >> "$log" 2>&1
  code=$?
  echo "run $number: exit $code after $((SECONDS - began)) s; $(grep -E '^[0-9]+ passed' "$log" | tail -1); user=$user umask=$mask TZ=$zone LANG=$lang 4010-taken=$taken old-data=$old busy=$busy"
  [ ${#helpers[@]} = 0 ] || { kill "${helpers[@]}"; wait "${helpers[@]}"; } 2> /dev/null
  [ $code = 0 ] && rm -rf "$folder"
  return $code
}

failed=0
for number in "${@:-1 2 3 4 5 6 7 8 9 10}"; do
  for one in $number; do
    case $one in
      1) run 1 root /root/suite-1 022 '' '' no no no ;;
      2) run 2 sim-suite /home/sim-suite/2 022 '' '' no no no ;;
      3) run 3 root /tmp/suite-3 077 America/Caracas es_VE.UTF-8 no yes no ;;
      4) run 4 sim-suite /home/sim-suite/4 002 Pacific/Kiritimati C.UTF-8 yes no no ;;
      5) run 5 sim-suite /home/sim-suite/5 077 America/Caracas es_VE.UTF-8 yes yes no ;;
      6) run 6 root /root/suite-6 022 Pacific/Kiritimati es_VE.UTF-8 yes yes yes ;;
      7) run 7 sim-suite /home/sim-suite/7 027 '' C.UTF-8 no yes yes ;;
      8) run 8 root /tmp/suite-8 002 America/Caracas '' no no yes ;;
      9) run 9 sim-suite /home/sim-suite/9 077 Pacific/Kiritimati es_VE.UTF-8 yes no yes ;;
      10) run 10 sim-suite /home/sim-suite/10 022 America/Caracas es_VE.UTF-8 no yes yes ;;
    esac || failed=1
  done
done
exit $failed
