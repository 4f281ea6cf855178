import type { Language } from '@svc-simulator/server/http/language.ts';
import { durationText } from '../../parts/time.tsx';
import { type Lane, lanes, type SequenceMessage } from './sequence-messages.ts';
import { sequenceTexts } from './texts.ts';

// Units of the picture: it is as wide as a phone, so that its letters keep their size there.
const WIDTH = 400;
const TOP = 34;
/** A letter of the labels is about so wide, which is what decides how much of one is shown. */
const LETTER = 5.7;
const LETTERS = 54;
const HEIGHTS = { call: 34, retry: 34, probe: 34, answer: 34, note: 30, gap: 26 } as const;
const PLACES: Readonly<Record<Lane, number>> = { payer: 88, shop: 178, provider: 268, receiver: 358 };

interface PictureProps {
  readonly lang: Language;
  readonly messages: readonly SequenceMessage[];
}

/** The messages as a picture. Its colours are the page's; what they say is said by words, signs and dashes as well. */
export function SequencePicture({ lang, messages }: PictureProps) {
  const texts = sequenceTexts(lang);
  const begun = messages[0]?.at ?? 0;
  let bottom = TOP;
  const rows = messages.map((message) => {
    const top = bottom;
    bottom += HEIGHTS[message.kind];
    return { message, top };
  });
  return (
    <svg
      class="sequence"
      id="sequence-picture"
      viewBox={`0 0 ${WIDTH} ${bottom + 8}`}
      role="img"
      aria-label={`${texts.heading}. ${texts.lead}`}
    >
      {lanes.map((lane) => (
        <g>
          <path class="lifeline" d={`M${PLACES[lane]} 26V${bottom + 4}`} />
          <rect class="lane" x={PLACES[lane] - 38} y="4" width="76" height="22" rx="5" />
          <text class="lane-name" x={PLACES[lane]} y="19">
            {texts.lanes[lane]}
          </text>
        </g>
      ))}
      {rows.map(({ message, top }) => (
        <g class={`${message.kind} ${message.tone}`}>
          {message.kind !== 'gap' && (
            <text class="since" x="44" y={top + 13}>
              {message.at <= begun ? '0' : `+${durationText(message.at - begun, lang)}`}
            </text>
          )}
          <Row message={message} top={top} />
        </g>
      ))}
    </svg>
  );
}

function Row({ message, top }: { readonly message: SequenceMessage; readonly top: number }) {
  const { from, to, kind, tone, label } = message;
  const sign = kind === 'gap' ? '' : ({ good: '✓ ', bad: '✕ ', wait: '! ', plain: '' } as const)[tone];
  const text = shortened(sign + label);
  const [start, end] = [PLACES[from], PLACES[to]];
  const half = (text.length * LETTER) / 2 + 6;
  const middle = kind === 'gap' ? (PLACES.payer + PLACES.receiver) / 2 : (start + end) / 2;
  const x = Math.max(50 + half, Math.min(WIDTH - 1 - half, middle));
  if (kind === 'note' || kind === 'gap') {
    return (
      <>
        <rect
          class="box"
          x={x - half}
          y={top + 2}
          width={half * 2}
          height="20"
          rx={kind === 'gap' ? 10 : 4}
        />
        <text class="label" x={x} y={top + 16}>
          {text}
        </text>
      </>
    );
  }
  const y = top + 22;
  const back = end > start ? -7 : 7;
  return (
    <>
      <text class="label over-lines" x={x} y={top + 15}>
        {text}
      </text>
      <path class="way" d={`M${start} ${y}H${end}`} />
      <path class="head" d={`M${end + back} ${y - 4}L${end} ${y}L${end + back} ${y + 4}`} />
    </>
  );
}

function shortened(label: string): string {
  const letters = [...label];
  return letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join('')}…` : label;
}
