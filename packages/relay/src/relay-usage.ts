import type { Texts } from '@svc-simulator/texts/texts.ts';
import { eventsNamed } from './events.ts';
import type { RelayOptions, RelayProxy, RelayTrust } from './relay.ts';
import type { Rule } from './rules/rules.ts';
import { RulesError, readRules } from './rules/rules-file.ts';
import type { Forward } from './rules/target.ts';

/** What was typed, each by itself as it has to be; `port` and `forwardTo` exclude each other (contract section 8). */
export interface RelayFlags {
  readonly key: string;
  readonly mock: string;
  /** Where the simulator is now, as `connectRelay` takes it. */
  readonly whereNow?: RelayOptions['whereNow'] | undefined;
  /** Whom to trust for an https address of the simulator; by default the usual authorities. */
  readonly trust?: RelayTrust | undefined;
  /** What the simulator is reached through, if by a proxy. */
  readonly proxy?: RelayProxy | undefined;
  readonly port?: number | undefined;
  readonly forwardTo?: string | undefined;
  /** A file with rules. */
  readonly rules?: string | undefined;
  /** Names of events, with commas between them. */
  readonly events?: string | undefined;
  /** A folder for deliveries. */
  readonly save?: string | undefined;
  /** The folder that remembers the relay's place; without it, what was missed is not asked for. */
  readonly replayFrom?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Which webhooks are delivered, and where to. */
export interface RelayUsage {
  readonly forward: Forward;
  readonly rules: readonly Rule[];
  readonly events: ReadonlySet<string> | null;
}

export async function readUsage(
  t: Texts,
  flags: RelayFlags,
): Promise<RelayUsage | { readonly fault: string }> {
  const events = flags.events === undefined ? null : eventsNamed(t, flags.events);
  if (events && !events.ok) return { fault: `--events: ${events.refusal}` };
  try {
    const rules = flags.rules === undefined ? [] : await readRules(t, flags.rules);
    return { forward: forwardOf(flags), rules, events: events?.value ?? null };
  } catch (error) {
    if (error instanceof RulesError) return { fault: `--rules: ${error.message}` };
    throw error;
  }
}

/** `--port` and `--forward-to`. */
export function forwardOf({ port, forwardTo }: Pick<RelayFlags, 'port' | 'forwardTo'>): Forward {
  if (port !== undefined) return { port };
  return forwardTo === undefined ? null : { url: forwardTo };
}
