/**
 * What the executable runs: it unpacks the package that it carries into the user's cache, once, and starts it from there, as Node
 * lets a program in an executable load nothing but Node's own modules.
 */
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAsset, getRawAsset } = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
const cache = join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache'), 'svc-simulator');
const home = join(cache, getAsset('release', 'utf8'));
if (!existsSync(home)) unpack();
createRequire(join(home, 'bin/'))('./run.js').run('sim');

/** Beside its place, then in one step there: two that start at once do not see half of it. */
function unpack() {
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'new-'));
  const files = JSON.parse(brotliDecompressSync(getRawAsset('package')).toString());
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), content, 'base64');
  }
  try {
    renameSync(fresh, home);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    if (!existsSync(home)) throw error;
  }
}
