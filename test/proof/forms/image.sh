#!/usr/bin/env bash
# Builds the Dockerfile without a daemon or a registry: `image.sh STORE`. buildah runs its steps in a chroot, on a stand-in for
# node:22-alpine made of this machine's Node, npm and busybox. Prints the folder of the image's files, and its settings as JSON.
set -euo pipefail
cd "$(dirname "$0")/../../.."
store=$1
build() { local word=$1; shift; buildah --storage-driver vfs --root "$store/images" --runroot "$store/run" "$word" "$@"; }

base=$(build from scratch)
files=$(build mount "$base")
mkdir -p "$files"/{bin,usr/bin,usr/local/bin,usr/local/lib,tmp,etc,root,home/node}
chmod 1777 "$files/tmp"
cp "$(command -v busybox)" "$files/bin/busybox"
chroot "$files" /bin/busybox --install -s /bin
ln -s /bin/env "$files/usr/bin/env"
node=$(node -p process.execPath)
cp "$node" "$files/usr/local/bin/node"
# The build's bundler needs librt.
{ ldd "$node"; ldconfig -p | grep 'librt.so.1 .*x86-64'; } | grep -o '/[^ ]*' | while read -r library; do
  mkdir -p "$files$(dirname "$library")"
  cp -L "$library" "$files$library"
done
cp -a "$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")")" "$files/usr/local/lib/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$files/usr/local/bin/npm"
printf 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' > "$files/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' > "$files/etc/group"
echo '127.0.0.1 localhost' > "$files/etc/hosts"
chown 1000:1000 "$files/home/node"
# If this machine trusts a proxy's authority, the build must also trust it.
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$files/etc/authorities.pem"
  build config --env NODE_EXTRA_CA_CERTS=/etc/authorities.pem "$base"
fi
build umount "$base" > /dev/null
build commit --quiet "$base" docker.io/library/node:22-alpine > /dev/null

build bud --isolation chroot --pull-never --network host --format docker --tag svc-simulator . &> "$store/log" ||
  { cat "$store/log" >&2; exit 1; }
build mount "$(build from --pull-never svc-simulator)"
build inspect --type image svc-simulator
