import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { t } from '../../../kit/speaking.ts';
import { linesOf, widthOf } from './sequence-lines.ts';
import { type Lane, lanes, type SequenceMessage } from './sequence-messages.ts';

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
export function SequencePicture({ messages }: Readonly<{ messages: readonly SequenceMessage[] }>) {
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
  /** Of its label. */
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
