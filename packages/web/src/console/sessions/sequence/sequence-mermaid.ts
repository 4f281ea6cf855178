import type { Texts } from '@svc-simulator/texts/texts.ts';
import { lanes, type SequenceMessage } from './sequence-messages.ts';

/** The messages as a Mermaid diagram, for a document or an issue. */
export function sequenceMermaid(messages: readonly SequenceMessage[], t: Texts): string {
  return [
    'sequenceDiagram',
    ...lanes.map((lane) => `  participant ${lane} as ${t(`console.sequence.lanes.${lane}`)}`),
    ...messages.map((message) => `  ${line(message)}`),
  ].join('\n');
}

function line({ from, to, kind, label }: SequenceMessage): string {
  if (kind === 'gap') return `Note over payer,receiver: ${plain(label)}`;
  if (kind === 'note') return `Note over ${from}: ${plain(label)}`;
  return `${from}${kind === 'answer' ? '-->>' : '->>'}${to}: ${plain(label)}`;
}

/** What could end the line, or be read as markup, by its number, as Mermaid has it. */
function plain(label: string): string {
  return label.replace(/[^\p{L}\p{N} .,:()+\-×·_/¿?¡!$]/gu, (found) => `#${found.codePointAt(0)};`);
}
