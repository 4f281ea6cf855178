import { readToken } from '@svc-simulator/contract';
import { withoutCredentials } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { eventsNamed } from './events.ts';
import type { RelayOptions, RelayProxy, RelayTrust } from './relay.ts';
import type { Rule } from './rules/rules.ts';
import { RulesError, readRules } from './rules/rules-file.ts';
import { type Forward, relayUrl } from './rules/target.ts';

/** What was typed; `port` and `forwardTo` exclude each other (contract section 8). */
export interface RelayFlags {
  readonly key?: string | undefined;
  readonly mock?: string | undefined;
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

/** What was typed, once it makes sense. */
export interface RelayUsage {
  readonly key: string;
  readonly mock: string;
  readonly forward: Forward;
  readonly rules: readonly Rule[];
  readonly events: ReadonlySet<string> | null;
}

interface UsageFault {
  readonly fault: string;
}

export async function readUsage(t: Texts, flags: RelayFlags): Promise<RelayUsage | UsageFault> {
  const { mock } = flags;
  const { token: key, foreign } = readToken(flags.key ?? '');
  if (!key) return { fault: t('relay.usage.key_missing_pass_key') };
  if (foreign) {
    return {
      fault: t('machine.foreign_character', { position: foreign.position, codePoint: foreign.codePoint }),
    };
  }
  if (!mock) {
    return {
      fault: t('relay.usage.simulator_missing_pass_mock'),
    };
  }
  const url = relayUrl(t, mock);
  if (!url.ok) return { fault: `--mock: ${url.refusal}` };
  const forward = forwardOf(t, flags);
  if (forward && 'fault' in forward) return forward;
  const events = flags.events === undefined ? null : eventsNamed(t, flags.events);
  if (events && !events.ok) return { fault: `--events: ${events.refusal}` };
  try {
    const rules = flags.rules === undefined ? [] : await readRules(t, flags.rules);
    return { key, mock, forward, rules, events: events?.value ?? null };
  } catch (error) {
    if (error instanceof RulesError) return { fault: `--rules: ${error.message}` };
    throw error;
  }
}

/** `--port` and `--forward-to`. */
export function forwardOf(
  t: Texts,
  { port, forwardTo }: Pick<RelayFlags, 'port' | 'forwardTo'>,
): Forward | UsageFault {
  if (port !== undefined && forwardTo !== undefined) {
    return { fault: t('relay.usage.pass_port_forward_not') };
  }
  if (port !== undefined) {
    const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
    return isPort ? { port } : { fault: t('relay.usage.not_a_port') };
  }
  if (forwardTo === undefined) return null;
  const isUrl = URL.canParse(forwardTo) && /^https?:$/.test(new URL(forwardTo).protocol);
  return isUrl
    ? { url: forwardTo }
    : {
        fault: t('relay.usage.forward_no_http_https', {
          forwardTo: JSON.stringify(withoutCredentials(forwardTo)),
        }),
      };
}
