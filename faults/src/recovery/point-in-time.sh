#!/bin/sh
# Point-in-time recovery with Debian's pgBackRest, on a temporary cluster: the disk of the database is lost, and the files of
# docs/operations bring it back to the last archived WAL; then to a moment before a deletion. Run as root.
# `--files <folder>` only prints the two files with the folders of a run in that folder.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
offered=$here/../../../docs/operations
port=${PORT:-54329}
# The files that operators install, with the folders of this run.
pgbackrest_conf() {
  sed -e "s#^repo1-path=.*#repo1-path=$home/repository\nlog-path=$home/log\nspool-path=$home/spool\nlock-path=$home#" \
    -e "s#^pg1-path=.*#pg1-path=$home/main\npg1-socket-path=$home#" -e "s#^pg1-port=.*#pg1-port=$port#" \
    "$offered/pgbackrest.conf"
}
postgresql_conf() {
  sed "s#pgbackrest --stanza#pgbackrest --config=$home/pgbackrest.conf --stanza#" "$offered/pgbackrest-postgresql.conf"
}
if [ "${1:-}" = --files ]; then
  home=$2
  pgbackrest_conf
  postgresql_conf
  exit
fi
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
[ "$(id -u)" = 0 ] || { echo "only root can run the drill" >&2; exit 2; }
for missing in pgbackrest runuser; do
  command -v $missing >/dev/null || { echo "missing: $missing (apt-get install pgbackrest)" >&2; exit 2; }
done
[ -n "$bin" ] || { echo "missing: Debian's postgresql" >&2; exit 2; }

home=$(mktemp -d /tmp/bobina-recovery-XXXXXX)
data=$home/main
stop() { runuser -u postgres -- "$bin/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true; }
trap 'stop; rm -rf "$home"' EXIT
mkdir "$home/repository" "$home/log" "$home/spool"
chown -R postgres: "$home"
as() { runuser -u postgres -- "$@"; }
sql() { as "$bin/psql" -h "$home" -p "$port" -d postgres -XAtc "$1"; }
pgbackrest_conf >"$home/pgbackrest.conf"
chmod 644 "$home/pgbackrest.conf"
rest() { as pgbackrest --config="$home/pgbackrest.conf" --stanza=bobina --log-level-console=warn "$@"; }
configure() {
  postgresql_conf >>"$data/postgresql.conf"
  printf "port = %s\nunix_socket_directories = '%s'\nlisten_addresses = ''\n" "$port" "$home" >>"$data/postgresql.conf"
}
start() { as "$bin/pg_ctl" -D "$data" -l "$home/postgres.log" -w -t 120 start >/dev/null; }
until_writable() { until [ "$(sql 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do sleep 0.2; done; }

as "$bin/initdb" -D "$data" -A trust >/dev/null
configure
start
sql 'create table written (n integer primary key, at timestamptz not null default clock_timestamp())' >/dev/null
rest stanza-create
rest check
rest backup --type=full
began=$(date +%s)
# Writes for some 100 s without a pause, so that archive_timeout alone decides what is archived.
n=0
while [ $(($(date +%s) - began)) -lt "${SECONDS_OF_WRITES:-100}" ]; do
  n=$((n + 1))
  sql "insert into written (n) values ($n)" >/dev/null
  sleep 0.2
done
lost_at=$(sql "select extract(epoch from clock_timestamp())")
stop
rm -r "$data" # the disk is lost
mkdir -m 700 "$data"
chown postgres: "$data"
recovery_began=$(date +%s)
rest restore
start
until_writable
kept=$(sql 'select count(*) from written')
gap=$(sql "select round(($lost_at - extract(epoch from max(at)))::numeric, 1) from written")
holes=$(sql 'select max(n) - count(*) from written')
echo "written $n, kept $kept, holes $holes, lost the last $gap s, recovered in $(($(date +%s) - recovery_began)) s"
[ "$holes" = 0 ] || exit 1
[ "$(sql "select ($lost_at - extract(epoch from max(at))) <= 60 from written")" = t ] || { echo "more than a minute is lost" >&2; exit 1; }

# A mistake: all rows are deleted, and the database goes back to the moment before.
moment=$(sql 'select clock_timestamp()')
sleep 1
sql 'delete from written' >/dev/null
sql 'select pg_switch_wal()' >/dev/null
sleep 2
as "$bin/pg_ctl" -D "$data" -m fast -w stop >/dev/null
rest --delta --type=time --target="$moment" --target-action=promote restore
start
until_writable
back=$(sql 'select count(*) from written')
echo "before the deletion $kept, after going back to $moment $back"
[ "$back" = "$kept" ]
