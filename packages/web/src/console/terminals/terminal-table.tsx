import { type TerminalRecord, terminalStateAt } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
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
    <table class="table cards terminals-table">
      <thead>
        <tr>
          <th scope="col">{texts.columns.serial}</th>
          <th scope="col">{texts.columns.state}</th>
          <th scope="col" class="amount">
            {texts.columns.paid}
          </th>
          <th scope="col">
            <span class="unseen">{texts.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {terminals.map((terminal) => (
          <Row lang={lang} now={now} terminal={terminal} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly lang: Language;
  readonly now: number;
  readonly terminal: TerminalRecord;
}

function Row({ lang, now, terminal }: RowProps) {
  const texts = terminalsTexts(lang);
  const { id, serial, code, paidSinceClosing } = terminal;
  const state = terminalStateAt(terminal, now);
  return (
    <tr>
      <td class="whole">
        <span class="serial clamp">{serial}</span>
      </td>
      <td data-label={texts.columns.state}>
        <span>
          <Tag tone={tones[state]} text={texts.states[state]} />
          {state === 'pairing' && code && (
            <span class="soft until">
              {texts.until} <Time atMs={code.expiresAt} />
            </span>
          )}
        </span>
      </td>
      <td data-label={texts.columns.paid} class="amount">
        {paidSinceClosing}
      </td>
      <td class="whole">
        <div class="row terminal-actions">
          {state !== 'linked' && (
            <Action id={`code-${id}`} path="/console/terminals" serial={serial} label={texts.newCode} />
          )}
          {state !== 'unlinked' && (
            <Action
              id={`unlink-${id}`}
              path="/console/terminals/unlink"
              serial={serial}
              label={state === 'linked' ? texts.unlink : texts.voidCode}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

interface ActionProps {
  readonly id: string;
  readonly path: string;
  readonly serial: string;
  readonly label: string;
}

function Action({ id, path, serial, label }: ActionProps) {
  return (
    <form method="post" action={path}>
      <input type="hidden" name="known_serial" value={serial} />
      <button type="submit" class="quiet" id={id}>
        {label}
      </button>
    </form>
  );
}
