import { type TerminalRecord, terminalKey } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

/** The terminals of a serial in all accounts: serials are unique within one only (contract section 9). */
export async function terminalsOfSerial(store: Store, serial: string): Promise<readonly TerminalRecord[]> {
  const terminals: TerminalRecord[] = [];
  for (const accountId of (await store.get('serial', serial))?.accountIds ?? []) {
    const terminal = await store.get('terminal', terminalKey(accountId, serial));
    if (terminal) terminals.push(terminal);
  }
  return terminals;
}
