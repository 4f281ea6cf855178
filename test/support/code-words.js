/** Participles and adjectives that say nothing when they are the whole name of a value or function. */
export const participles = new Set(
  `answered asked accepted added admitted allowed applied arrived awaited begun broken brought built called changed checked
  chosen closed collected come committed copied counted created cut decided declared deleted done drawn dropped emitted ended
  escaped expected failed fed fetched filled filtered finished fitted fixed followed formed found fired forced forgotten formatted
  framed gathered given gone grouped guarded handed handled heard held hidden hinted joined judged kept keyed known led left
  limited linked listed loaded locked looked lost made marked matched measured met missed moved named needed noted offered opened
  ordered own packed paced paid parsed passed picked placed played posted prepared presented printed put queued quoted raised read
  reached received recorded refused released rendered repeated replaced replied reported returned revoked run said saved seen
  sent served set settled shown signed sorted sought spelled split spoken started stated stayed stopped stored taken taught
  thrown told tried turned typed understood unread unseen upset used waited wanted warned whole written`
    .split(/\s+/)
    // Allowed, because they are nouns or terms of the field.
    .filter(
      (word) =>
        ![
          'limited',
          'split',
          'set',
          'put',
          'run',
          'read',
          'cut',
          'left',
          'matched',
          'expected',
          'received',
        ].includes(word),
    ),
);

/** Verbs in the third person with which a test title may begin; a title says what the unit does. */
export const titleVerbs = new Set(
  `accepts isn't doesn't succeeds trusts summarizes attempts acts colors aligns declines indents drives adds type-checks charts pairs admits advances agrees allows announces answers appears applies asks assigns attaches avoids awaits begins
  belongs blames blocks breaks brings builds bundles caches calculates calls cancels captures carries catches changes charges checks
  chooses claims cleans clears closes collapses collects comes commits compares compiles completes compresses computes confirms connects
  consumes contains continues converts copies costs counts covers crashes creates credits cuts deactivates decides declares
  decodes defaults defines delays deletes delivers depends derives describes detects determines differs disables disconnects
  discards displays distinguishes divides documents does downloads drains draws drops emits enables encodes ends enforces ensures
  enters escapes evicts executes exempts exits expects expires explains exports exposes extends extracts fails falls fetches fills
  filters finds finishes fires fits flushes focuses folds follows forbids forces forgets formats forwards frees fulfills gathers
  generates gets gives goes grants groups grows guards handles has hashes hides highlights hints holds honors identifies ignores imports
  includes increases indexes infers inherits injects inserts installs invalidates is issues joins judges jumps keeps knows labels lands
  lasts launches lays leads learns leaves lets levels limits links listens lists loads localizes locks logs looks loses makes maps
  marks masks matches maximizes means measures meets merges migrates mirrors misses mounts moves names narrows needs negotiates
  never notes notices notifies numbers obeys offers omits opens orders outlives overrides owes packs pages parses passes pauses pays
  performs permits persists picks places plans plays points polls postpones precedes predicts prefers prepares presents preserves prevents
  prints processes produces promises promotes prompts proposes protects proves provides pulls puts queues quotes races raises ranks
  reaches reacts reads rebuilds recalculates receives reclaims recognizes recommends reconnects records recovers redirects reduces
  refers refreshes refunds refuses registers rejects relays releases reloads relocates remains remembers removes renames renders
  renews reopens repairs repeats replaces replays replies reports represents reproduces requests requires resends reserves resets
  resolves responds restarts restores restricts results resumes retains retries returns reuses reveals reverses revokes rewrites
  rotates rounds routes runs samples satisfies saves says scales scans schedules scrolls searches selects sends separates serializes
  serves sets settles shares ships shortens shows shuts signs simulates skips sleeps slows solves sorts speaks spells spends splits
  spreads starts states stays steps stops stores streams strips submits subscribes suggests sums supports survives suspends swaps switches
  takes targets teaches tells tests throttles throws times tolerates totals traces tracks transforms translates traverses treats
  tries trims triggers truncates turns types understands undoes unescapes unlocks unsubscribes updates upgrades uses validates
  verifies waits decompresses doubts lies stands respects equals hands syncs occurs exists happens disappears wakes walks warns watches withholds withstands works wraps writes`.split(
    /\s+/,
  ),
);
