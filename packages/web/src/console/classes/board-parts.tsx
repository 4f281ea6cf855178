import { practiceGroups, practices, type TraineeProgress } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { CheckIcon } from '../../kit/icons.tsx';
import { pageTexts } from '../page-texts.ts';
import { Time } from '../parts/time.tsx';

/** A part of the board that its stream replaces by itself: `key` is its `data-row`, `html` the whole element. */
export interface BoardPart {
  readonly key: string;
  readonly html: string;
}

interface AllProps {
  readonly lang: Language;
  readonly trainees: readonly TraineeProgress[];
}

/** What of a board is another after a trainee got on: its row, and what sums all rows up. */
export function changedParts(
  lang: Language,
  trainee: TraineeProgress,
  trainees: readonly TraineeProgress[],
): readonly BoardPart[] {
  return [
    { key: rowKey(trainee), html: String(<TraineeRow lang={lang} trainee={trainee} />) },
    { key: 'totals', html: String(<TotalsRow lang={lang} trainees={trainees} />) },
    { key: 'summary', html: String(<Summary lang={lang} trainees={trainees} />) },
  ];
}

function rowKey({ short_name: name }: TraineeProgress): string {
  return `trainee:${name}`;
}

/** A trainee: how many are done, the first that is missing and since when, and each practice in the order of learning. */
export function TraineeRow({
  lang,
  trainee,
}: {
  readonly lang: Language;
  readonly trainee: TraineeProgress;
}) {
  const t = pageTexts(lang);
  const { short_name: name, completed, total, done, stuck_on: stuckOn, stuck_since: since } = trainee;
  return (
    <tr data-row={rowKey(trainee)}>
      <th scope="row" class="who-cell" title={name}>
        {/* Relative, as the row comes by the stream too and knows no class. */}
        <a class="clamp" href={`?trainee=${encodeURIComponent(name)}`}>
          {name}
        </a>
      </th>
      <td class="count figures">
        {completed}
        <span class="soft"> / {total}</span>
      </td>
      <td class="stuck">
        {stuckOn === null ? (
          <strong class="toned good">{t('console.classes.board.finished')}</strong>
        ) : (
          titleOf(stuckOn, lang)
        )}
      </td>
      <td class="since">{since && <Time atMs={Date.parse(since)} form="since" />}</td>
      {practices.map(({ id }) => (
        <Step
          title={t(`practice.${id}.title`)}
          doneAt={done[id]}
          isNext={id === stuckOn}
          opensGroup={opening.has(id)}
          t={t}
        />
      ))}
    </tr>
  );
}

interface StepProps {
  readonly title: string;
  readonly doneAt: string | undefined;
  readonly isNext: boolean;
  readonly opensGroup: boolean;
  readonly t: Texts;
}

function Step({ title, doneAt, isNext, opensGroup, t }: StepProps) {
  const kind = doneAt ? 'did' : isNext ? 'here' : 'todo';
  const when = doneAt
    ? `${doneAt.slice(0, 16).replace('T', ' ')} UTC`
    : isNext
      ? t('console.classes.board.stuck')
      : t('console.classes.board.notDone');
  return (
    <td class={opensGroup ? `step ${kind} opens` : `step ${kind}`} title={`${title}: ${when}`}>
      {doneAt ? <CheckIcon /> : <span aria-hidden="true">{isNext ? '•' : ''}</span>}
      <span class="unseen">
        {doneAt
          ? t('console.classes.board.did')
          : isNext
            ? t('console.classes.board.stuck')
            : t('console.classes.board.notDone')}
      </span>
    </td>
  );
}

/** How many have done each practice. */
export function TotalsRow({ lang, trainees }: AllProps) {
  return (
    <tr class="totals figures" data-row="totals">
      <th scope="row" colspan={4}>
        {pageTexts(lang)('console.classes.board.doneBy')}
      </th>
      {practices.map(({ id }) => (
        <td class={opening.has(id) ? 'step opens' : 'step'}>
          {trainees.filter(({ done }) => done[id] !== undefined).length}
        </td>
      ))}
    </tr>
  );
}

/** The class in figures, and the practices that most of it is at now. */
export function Summary({ lang, trainees }: AllProps) {
  const t = pageTexts(lang);
  const finished = trainees.filter(({ stuck_on: stuckOn }) => stuckOn === null).length;
  const completed = trainees.reduce((sum, trainee) => sum + trainee.completed, 0);
  const average = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(
    trainees.length === 0 ? 0 : completed / trainees.length,
  );
  const crowds = crowdsOf(trainees);
  return (
    <div class="board-summary" data-row="summary">
      <dl class="board-figures">
        <Figure label={t('console.classes.board.trainees')}>{trainees.length}</Figure>
        <Figure label={t('console.classes.board.average')}>
          {average}
          <span class="soft"> / {practices.length}</span>
        </Figure>
        <Figure label={t('console.classes.board.finishedAll')}>{finished}</Figure>
      </dl>
      {crowds.length > 0 && (
        <div class="crowds">
          <p class="hint">{t('console.classes.board.crowds')}</p>
          {crowds.map(({ practiceId, names }) => (
            <div class="box wait crowd">
              <p class="toned board-figure figures">{names.length}</p>
              <div>
                <p>{titleOf(practiceId, lang)}</p>
                <p class="small clamp two">{names.join(', ')}</p>
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children?: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="board-figure figures">{children}</dd>
    </div>
  );
}

const CROWDS = 3;

/** Where most trainees are stuck now, the most crowded practice first. */
function crowdsOf(trainees: readonly TraineeProgress[]) {
  return practices
    .map(({ id }) => ({
      practiceId: id,
      names: trainees.filter(({ stuck_on: stuckOn }) => stuckOn === id).map(({ short_name: name }) => name),
    }))
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => b.names.length - a.names.length)
    .slice(0, CROWDS);
}

/** The first practice of each group. */
const opening: ReadonlySet<string> = new Set(
  practiceGroups.map((name) => practices.find(({ group }) => group === name)?.id ?? name),
);

function titleOf(practiceId: string, lang: Language): string {
  return pageTexts(lang).maybe(`practice.${practiceId}.title`) ?? practiceId;
}
