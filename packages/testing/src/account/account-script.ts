import type { Client } from '@svc-simulator/client';
import { clearScript, getScript, setScript } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { asked } from '../refusals.ts';
import type { Script, ScriptRule, TestAccount, WantedScript } from '../testing-api.ts';

/** `script` of an account: reads, sets or clears how its next sessions end. */
export function scriptOf(client: Client): TestAccount['script'] {
  return async (wanted?: readonly ScriptRule[] | WantedScript | null): Promise<Script> => {
    if (wanted === undefined) return (await asked(t`show the script`, client.call(getScript))).data;
    if (wanted === null) return (await asked(t`clear the script`, client.call(clearScript))).data;
    const body = 'length' in wanted ? { rules: wanted } : wanted;
    return (await asked(t`set the script`, client.call(setScript, { body }))).data;
  };
}
