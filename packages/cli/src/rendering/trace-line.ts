import type { TraceEvent } from '@svc-simulator/contract';
import { eventLine, eventSentence } from '@svc-simulator/core';
import { traceTexts } from '../texts/area-texts.ts';
import type { Colours } from './report.ts';
import { plain } from './text.ts';

const TYPE_WIDTH = 29;
const BLANK_SESSION = ' '.repeat(8);
/** Long enough for every address. */
const SENTENCE_LIMIT = 3000;

/** One event of the trace as a line: time of day here, type, the session's first eight characters, what happened. */
export function traceLine(event: TraceEvent, colours: Colours): string {
  const t = traceTexts(colours.t.lang);
  const { tone } = eventLine(t, event);
  const paint = {
    good: colours.green,
    bad: colours.red,
    wait: colours.yellow,
    plain: (text: string) => text,
  };
  const session = event.session_id === undefined ? BLANK_SESSION : plain(event.session_id, 40).slice(0, 8);
  const line = [
    colours.dim(timeOf(event.at)),
    paint[tone](plain(event.type, 60).padEnd(TYPE_WIDTH)),
    colours.dim(session),
    plain(eventSentence(t, event), SENTENCE_LIMIT),
  ];
  return line.join('  ').trimEnd();
}

/** The time of day here, to the millisecond. */
export function timeOf(instant: string): string {
  const at = new Date(instant);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** Where a webhook goes. Whether a relay takes it to this machine says its attempt: a local simulator needs none. */
export function targetOf({ route, url }: { readonly route?: unknown; readonly url?: unknown }): string {
  return route === 'relay' ? `→ ${plain(url)}` : `${plain(route)} → ${plain(url)}`;
}
