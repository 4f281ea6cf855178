import type { SessionReading } from '@svc-simulator/server/pages/console-services.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { TextTable, t } from '../../../kit/parts.tsx';
import { CodeBlock, Panel, Time } from '../../parts/parts.tsx';
import { type Lane, lanes, type SequenceMessage, sequenceMessages } from './sequence-messages.ts';

interface PanelProps {
  readonly reading: Pick<SessionReading, 'events' | 'hasEarlier'>;
}

/** A session's life as a sequence diagram, with the same as a table and as Mermaid. */
export function Sequence({ reading: { events, hasEarlier } }: PanelProps) {
  const messages = sequenceMessages(events, t);
  return (
    <Panel
      title={t('console.sequence.heading')}
      lead={t(hasEarlier ? 'console.sequence.earlier' : 'console.sequence.lead')}
      name="sequence"
      live="sequence"
    >
      {messages.length > 0 && (
        <>
          <section
            class="scroll"
            tabindex={0}
            aria-label={t('console.sequence.lead')}
            id="sequence-box"
            data-keep-scroll
          >
            <SequencePicture messages={messages} />
          </section>
          <div>
            <button type="button" class="quiet" data-png="sequence-picture" data-needs-script hidden>
              {t('console.sequence.png')}
            </button>
          </div>
          <details class="folded" id="sequence-mermaid">
            <summary>{t('console.sequence.mermaid')}</summary>
            <CodeBlock text={sequenceMermaid(messages, t)} what="Mermaid" wrap={false} />
          </details>
          <details class="folded" id="sequence-table">
            <summary>{t('console.charts.table')}</summary>
            <TextTable
              head={[t('console.sequence.after'), t('console.sequence.who'), t('console.sequence.what')]}
              rows={messages.map(({ at, from, to, label, kind }) => [
                kind !== 'gap' && <Time atMs={at} form="clock" />,
                <>
                  {kind !== 'gap' && t(`console.sequence.lanes.${from}`)}
                  {from !== to && ` → ${t(`console.sequence.lanes.${to}`)}`}
                </>,
                label,
              ])}
            />
          </details>
        </>
      )}
    </Panel>
  );
}

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

/** Escapes Mermaid's markup and line ends by their character codes. */
function plain(label: string): string {
  return label.replace(/[^\p{L}\p{N} .,:()+\-×·_/¿?¡!$]/gu, (found) => `#${found.codePointAt(0)};`);
}

// Units of the picture are pixels of the page: where there is less room, its box scrolls, and its letters stay readable.
const WIDTH = 500;
const TOP = 38;
const LINE = 16;
/** Labels are kept between here and the right edge: times stand to the left. */
const LEFT = 68;
const PADDING = 8;
/** Without the lines of the label. */
const HEIGHTS = { call: 24, retry: 24, probe: 24, answer: 24, note: 18, gap: 18 } as const;
const PLACES: Readonly<Record<Lane, number>> = { payer: 114, shop: 223, provider: 332, receiver: 441 };

const SIGNS = { good: '✓ ', bad: '✕ ', wait: '! ', plain: '' } as const;

/** The messages as a picture. Its colours are the page's; what they say is said by words, signs and dashes as well. */
function SequencePicture({ messages }: Readonly<{ messages: readonly SequenceMessage[] }>) {
  const begun = messages[0]?.at ?? 0;
  let bottom = TOP;
  const rows = messages.map((message) => {
    const top = bottom;
    const { kind, tone, label } = message;
    const sign = kind === 'gap' ? '' : SIGNS[tone];
    const lines = linesOf(sign + label, WIDTH - LEFT - 2 * PADDING - 1);
    bottom += HEIGHTS[kind] + lines.length * LINE;
    return { message, top, lines };
  });
  return (
    <svg
      class="sequence"
      id="sequence-picture"
      width={WIDTH}
      height={bottom + 8}
      viewBox={`0 0 ${WIDTH} ${bottom + 8}`}
      role="img"
      aria-label={`${t('console.sequence.heading')}. ${t('console.sequence.lead')}`}
    >
      {lanes.map((lane) => (
        <g>
          <path class="lifeline" d={`M${PLACES[lane]} 28V${bottom + 4}`} />
          <rect class="lane" x={PLACES[lane] - 46} y="4" width="92" height="24" rx="5" />
          <text class="lane-name" x={PLACES[lane]} y="21">
            {t(`console.sequence.lanes.${lane}`)}
          </text>
        </g>
      ))}
      {rows.map(({ message, top, lines }) => (
        <g class={`${message.kind} ${message.tone}`}>
          {message.kind !== 'gap' && (
            <text class="since" x="62" y={top + 15}>
              {message.at === begun
                ? '0'
                : `${message.at < begun ? '−' : '+'}${durationText(Math.abs(message.at - begun), t.lang)}`}
            </text>
          )}
          <Row message={message} top={top} lines={lines} />
        </g>
      ))}
    </svg>
  );
}

interface RowProps {
  readonly message: SequenceMessage;
  readonly top: number;
  readonly lines: readonly string[];
}

function Row({ message: { from, to, kind }, top, lines }: RowProps) {
  const [start, end] = [PLACES[from], PLACES[to]];
  const half = Math.max(...lines.map(widthOf)) / 2 + PADDING;
  const middle = kind === 'gap' ? (PLACES.payer + PLACES.receiver) / 2 : (start + end) / 2;
  const x = Math.max(LEFT + half, Math.min(WIDTH - 1 - half, middle));
  const isBoxed = kind === 'note' || kind === 'gap';
  const height = lines.length * LINE;
  const y = top + height + 8;
  const back = end > start ? -8 : 8;
  return (
    <>
      {isBoxed && (
        <rect
          class="box"
          x={x - half}
          y={top + 3}
          width={half * 2}
          height={height + 8}
          rx={kind === 'gap' ? 12 : 5}
        />
      )}
      <text class={isBoxed ? 'label' : 'label over-lines'} y={top + (isBoxed ? 3 : 0)}>
        {lines.map((line) => (
          <tspan x={x} dy={LINE}>
            {line}
          </tspan>
        ))}
      </text>
      {!isBoxed && (
        <>
          <path class="way" d={`M${start} ${y}H${end}`} />
          <path class="head" d={`M${end + back} ${y - 5}L${end} ${y}L${end + back} ${y + 5}`} />
        </>
      )}
    </>
  );
}

/** Lines of a label; the table next to the picture has the whole text. */
const MOST = 3;
/** Approximate pixel widths of a letter in bold, in the widest common font. */
const WIDTHS = [
  [/[\sfijlrtI.,:;!|'()[\]/·-]/, 6],
  [/[mwMW@%—…✓✕×→]/, 14],
  [/[A-Z0-9_«»+=<>&#?]/, 10],
  [/[\u0020-\u024f]/, 8.5],
] as const;
const WIDEST = 16;

/** About how wide a text is in the picture, in pixels: rather too much than too little. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? WIDEST;
  return width;
}

/** A line may break after a word or a part of a URL, but not within a number or next to one. */
const ENDS = /(?<=·\s|[_/?&]|\.(?!\d))|(?<=(?<!\d)\s)(?!\d)/;

/** A text in lines of at most this width, in pixels, which end between words where they can. */
export function linesOf(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(ENDS)) {
    if (line && widthOf(line + word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    for (const letter of word) {
      if (letter.trim() && widthOf(`${line}${letter}`) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
      if (lines.length === MOST) return [...lines.slice(0, -1), `${lines.at(-1)?.slice(0, -2)}…`];
    }
  }
  return [...lines, line.trimEnd()];
}
