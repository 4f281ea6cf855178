import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { t } from '../../../kit/parts.tsx';
import { CodeBlock, Panel } from '../../parts/parts.tsx';
import { lanes, type SequenceMessage, sequenceMessages } from './sequence-messages.ts';

export function Sequence({ events, hasEarlier }: Pick<SessionPageData, 'events' | 'hasEarlier'>) {
  const messages = sequenceMessages(events, t);
  return (
    <Panel
      title={t('console.sessions.tabs.sequence')}
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
            <CodeBlock text={sequenceMermaid(messages, t)} objectName="Mermaid" />
          </details>
        </>
      )}
    </Panel>
  );
}

export function sequenceMermaid(messages: readonly SequenceMessage[], t: Texts): string {
  return [
    'sequenceDiagram',
    ...lanes.map((lane) => `  participant ${lane} as ${t(`console.sequence.lanes.${lane}`)}`),
    ...messages.map((message) => `  ${mermaidLine(message)}`),
  ].join('\n');
}

function mermaidLine({ from, to, kind, label }: SequenceMessage): string {
  if (kind === 'gap') return `Note over payer,receiver: ${escapeMermaid(label)}`;
  if (kind === 'note') return `Note over ${from}: ${escapeMermaid(label)}`;
  return `${from}${kind === 'answer' ? '-->>' : '->>'}${to}: ${escapeMermaid(label)}`;
}

function escapeMermaid(label: string): string {
  return label.replace(/[^\p{L}\p{N} .,:()+\-×·_/¿?¡!$]/gu, (character) => `#${character.codePointAt(0)};`);
}

// In CSS pixels. On narrow screens, the box scrolls instead of shrinking, so that the text stays readable.
const PICTURE_WIDTH = 500;
const PICTURE_TOP = 38;
const LINE_HEIGHT = 16;
/** Times are to the left of this position, and labels to the right. */
const LABELS_LEFT = 68;
const PADDING = 8;
const HEIGHTS = { call: 24, retry: 24, probe: 24, answer: 24, note: 18, gap: 18 } as const;
const DASHES = { call: undefined, retry: '9 2', probe: '2 2', answer: '5 3' } as const;
const LANE_X = { payer: 114, shop: 223, provider: 332, receiver: 441 } as const;

const SIGNS = { good: '✓ ', bad: '✕ ', wait: '! ', plain: '' } as const;

/** Signs, dashes and words repeat each color's meaning, for readers who can't tell colors apart. */
function SequencePicture({ messages }: Readonly<{ messages: readonly SequenceMessage[] }>) {
  const startMs = messages[0]?.at ?? 0;
  let bottom = PICTURE_TOP;
  const rows = messages.map((message): MessageRowProps => {
    const top = bottom;
    const { kind, tone, label } = message;
    const sign = kind === 'gap' ? '' : SIGNS[tone];
    const lines = balancedLines(sign + label, PICTURE_WIDTH - LABELS_LEFT - 2 * PADDING - 1);
    bottom += HEIGHTS[kind] + lines.length * LINE_HEIGHT;
    return { ...message, top, lines };
  });
  return (
    <svg
      class="sequence"
      id="sequence-picture"
      width={PICTURE_WIDTH}
      height={bottom + 8}
      viewBox={`0 0 ${PICTURE_WIDTH} ${bottom + 8}`}
      role="img"
      aria-label={`${t('console.sessions.tabs.sequence')}. ${t('console.sequence.lead')}`}
    >
      {lanes.map((lane) => (
        <g>
          <path stroke="var(--edge)" stroke-dasharray="1 3" d={`M${LANE_X[lane]} 28V${bottom + 4}`} />
          <rect class="lane" x={LANE_X[lane] - 46} y="4" width="92" height="24" rx="5" />
          <text class="lane-name" x={LANE_X[lane]} y="21">
            {t(`console.sequence.lanes.${lane}`)}
          </text>
        </g>
      ))}
      {rows.map((row) => (
        <g class={`${row.kind} ${row.tone}`}>
          {row.kind !== 'gap' && row.kind !== 'answer' && (
            <text class="since" x="62" y={row.top + 15}>
              {timeFrom(startMs, row.at)}
            </text>
          )}
          <MessageRow {...row} />
        </g>
      ))}
    </svg>
  );
}

function timeFrom(startMs: number, atMs: number): string {
  if (atMs === startMs) return '0';
  return `${atMs < startMs ? '−' : '+'}${durationText(Math.abs(atMs - startMs), t.lang)}`;
}

type MessageRowProps = SequenceMessage & Readonly<{ top: number; lines: readonly string[] }>;

function MessageRow({ from, to, kind, top, lines }: MessageRowProps) {
  const [start, end] = [LANE_X[from], LANE_X[to]];
  const halfWidth = Math.max(...lines.map(pixelWidthOf)) / 2 + PADDING;
  const middle = kind === 'gap' ? (LANE_X.payer + LANE_X.receiver) / 2 : (start + end) / 2;
  const x = Math.max(LABELS_LEFT + halfWidth, Math.min(PICTURE_WIDTH - 1 - halfWidth, middle));
  const isBoxed = kind === 'note' || kind === 'gap';
  const height = lines.length * LINE_HEIGHT;
  const y = top + height + 8;
  const headOffset = end > start ? -8 : 8;
  return (
    <>
      {isBoxed && (
        <rect
          class="box"
          x={x - halfWidth}
          y={top + 3}
          width={halfWidth * 2}
          height={height + 8}
          rx={kind === 'gap' ? 12 : 5}
        />
      )}
      <text class={isBoxed ? 'label' : 'label over-lines'} y={top + (isBoxed ? 3 : 0)}>
        {lines.map((line) => (
          <tspan x={x} dy={LINE_HEIGHT}>
            {line}
          </tspan>
        ))}
      </text>
      {!isBoxed && (
        <>
          <path class="way" stroke-dasharray={DASHES[kind]} d={`M${start} ${y}H${end}`} />
          <path class="head" d={`M${end + headOffset} ${y - 5}L${end} ${y}L${end + headOffset} ${y + 5}`} />
        </>
      )}
    </>
  );
}

const MAX_LABEL_LINES = 3;
/** Approximate pixel widths of bold letters in the widest common font. */
const LETTER_WIDTHS = [
  [/[\sfijlrtI.,:;!|'()[\]/·-]/, 6],
  [/[mwMW@%—…✓✕×→]/, 14],
  [/[A-Z0-9_«»+=<>&#?]/, 10],
  [/[\u0020-\u024f]/, 8.5],
] as const;
const MAX_LETTER_WIDTH = 16;

/** Estimates the width of a text, never too small, so that no text leaves its box. */
export function pixelWidthOf(text: string): number {
  let width = 0;
  for (const letter of text)
    width += LETTER_WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? MAX_LETTER_WIDTH;
  return width;
}

/** Matches where a line can break: after a word or a part of a URL, but not next to a number. */
const LINE_BREAKS = /(?<=·\s|[_/?&]|\.(?!\d))|(?<=(?<!\d)\s)(?!\d)/;

/** Wraps a text at `width` pixels, between words if possible. A text with too many lines ends with `…`. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(LINE_BREAKS)) {
    if (line && pixelWidthOf(line + word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    for (const letter of word) {
      if (letter.trim() && pixelWidthOf(`${line}${letter}`) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
      if (lines.length === MAX_LABEL_LINES) return [...lines.slice(0, -1), `${lines.at(-1)?.slice(0, -2)}…`];
    }
  }
  return [...lines, line.trimEnd()];
}

/** Wraps a text into lines of similar widths, so that no word is alone on the last line. */
export function balancedLines(text: string, width: number): readonly string[] {
  const lines = wrapText(text, width);
  const wordWidths = text.split(LINE_BREAKS).map(pixelWidthOf);
  for (
    let narrower = Math.max(pixelWidthOf(text) / lines.length, ...wordWidths);
    narrower < width;
    narrower++
  ) {
    const balanced = wrapText(text, narrower);
    if (balanced.length === lines.length && !balanced.at(-1)?.endsWith('…')) return balanced;
  }
  return lines;
}
