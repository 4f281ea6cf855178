import { type TerminalRecord, terminalStateAt } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { Action } from '../parts/submit.tsx';
import { Table } from '../parts/table.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { terminalsTexts } from './texts.ts';

const tones = { linked: 'good', pairing: 'wait', unlinked: 'plain' } as const;

interface TerminalTableProps {
  readonly lang: Language;
  readonly now: number;
  readonly terminals: readonly TerminalRecord[];
}

/** Terminals with their state, and what can be done with each. */
export function TerminalTable({ lang, now, terminals }: TerminalTableProps) {
  const texts = terminalsTexts(lang);
  return (
    <Table
      name="terminals-table"
      rows={terminals.map((terminal) => ({ terminal, state: terminalStateAt(terminal, now) }))}
      columns={[
        {
          head: texts.columns.serial,
          kind: 'whole',
          cell: ({ terminal }) => <span class="serial clamp">{terminal.serial}</span>,
        },
        {
          head: texts.columns.state,
          cell: ({ terminal: { code }, state }) => (
            <span>
              <Tag tone={tones[state]} text={texts.states[state]} />
              {state === 'pairing' && code && (
                <span class="soft until">
                  {texts.until} <Time atMs={code.expiresAt} />
                </span>
              )}
            </span>
          ),
        },
        { head: texts.columns.paid, kind: 'amount', cell: ({ terminal }) => terminal.paidSinceClosing },
        {
          head: texts.columns.actions,
          kind: 'actions',
          cell: ({ terminal: { id, serial }, state }) => {
            const shared = { fields: { known_serial: serial }, kind: 'quiet' } as const;
            return (
              <div class="row terminal-actions">
                {state !== 'linked' && (
                  <Action {...shared} to="/console/terminals" text={texts.newCode} id={`code-${id}`} />
                )}
                {state !== 'unlinked' && (
                  <Action
                    {...shared}
                    to="/console/terminals/unlink"
                    text={state === 'linked' ? texts.unlink : texts.voidCode}
                    id={`unlink-${id}`}
                  />
                )}
              </div>
            );
          },
        },
      ]}
    />
  );
}
