import { attemptReason } from '@svc-simulator/contract';
import { type DeliveryModel, diagnosisTexts } from '@svc-simulator/core';
import { isWorthExperiments } from '@svc-simulator/server/doctor/finding.ts';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/parts.tsx';
import { ButtonForm, type ButtonFormProps } from '../parts/parts.tsx';
import { checkerPath, deliveryName } from '../signature/signature-routes.tsx';
import type { DeliveryProps } from './delivery-evidence.tsx';
import { causeGroups } from './story-steps.ts';

/** Shows each cause of failed webhooks once, for all webhooks with this cause. The latest cause is open. */
export function SharedCauses({ deliveries }: Readonly<{ deliveries: readonly DeliveryModel[] }>) {
  return causeGroups(deliveries).map((group, index) => <Cause group={group} isOpen={index === 0} />);
}

function Cause({ group, isOpen }: Readonly<{ group: readonly DeliveryModel[]; isOpen: boolean }>) {
  const [latest] = group;
  if (!latest) return null;
  const { attempts, diagnosis, sessionId } = latest;
  const [first] = diagnosis;
  const cause = { cause: first?.code ?? null, status: attempts.at(-1)?.status ?? null };
  const abandoned = group.filter(({ state }) => state === 'gave_up');
  const tone = abandoned.length > 0 || latest.state === 'delivered' ? 'bad' : 'wait';
  const name = deliveryName(latest);
  const advice = first && <p>{diagnosisTexts(t, first.code).advice}</p>;
  const hasExperiment = canExperiment(latest);
  return (
    <details class={`panel cause ${tone}`} id={`why-${name}`} open={isOpen}>
      <summary>
        <span class={`dot ${tone}`} />
        <span>
          <span class="toned">{t('console.sessions.story.sameCause', { count: group.length })}</span>{' '}
          <strong>{[attemptReason(cause, t), first?.detail].filter(Boolean).join(' ')}</strong>
        </span>
      </summary>
      <div class="stack">
        {!hasExperiment && advice}
        <div class="row evidence">
          <ExperimentButton delivery={latest} id={`experiment-group-${name}`} kind="primary" />
          {abandoned.length > 0 && (
            <ButtonForm
              to={`/console/sessions/${sessionId}`}
              action="resend"
              id={`resend-group-${name}`}
              text={t('console.sessions.story.resendAll', { count: abandoned.length })}
            >
              {abandoned.map(({ id }) => (
                <input type="hidden" name="delivery" value={id ?? ''} />
              ))}
            </ButtonForm>
          )}
          {isRightSignatureRefused(latest) && (
            <a href={checkerPath(latest)}>{t('console.delivery.findMistake')}</a>
          )}
          <DeliveryReasons delivery={latest} omitsFirst>
            {hasExperiment && advice}
          </DeliveryReasons>
        </div>
      </div>
    </details>
  );
}

function canExperiment({ id, probe, attempts }: DeliveryModel): boolean {
  const last = attempts.at(-1);
  return Boolean(id && !probe && last && isWorthExperiments(last));
}

/** Experiments send a rejected webhook with other signatures, to find the one that the receiver accepts. */
export function ExperimentButton({
  delivery,
  ...button
}: DeliveryProps & Pick<ButtonFormProps, 'id' | 'kind'>) {
  if (!canExperiment(delivery)) return null;
  return (
    <ButtonForm
      to={`/console/sessions/${delivery.sessionId}`}
      fields={{ do: 'experiment', delivery: delivery.id ?? '' }}
      title={t('console.experiment.hint')}
      text={t('console.experiment.run')}
      {...button}
    />
  );
}

function isRightSignatureRefused({ diagnosis, emission }: DeliveryModel): boolean {
  return diagnosis.some(({ code }) => code === 'signature_secret') && emission?.signature.matches === true;
}

/** Lists the possible reasons of a failure; `omitsFirst` if the page already shows the likeliest. */
export function DeliveryReasons({
  delivery,
  omitsFirst,
  children,
}: DeliveryProps & Readonly<{ omitsFirst?: boolean; children?: Child }>) {
  const { diagnosis } = delivery;
  const reasons = omitsFirst ? diagnosis.slice(1) : diagnosis;
  if (reasons.length === 0 && !children) return null;
  const isOnlyNotes = reasons.every(({ severity }) => severity === 'note') && !children;
  return (
    <details class="folded" id={`reasons-${deliveryName(delivery)}`} open={isOnlyNotes}>
      <summary>{t(isOnlyNotes ? 'console.delivery.note' : 'console.trace.detail')}</summary>
      <div class="stack tight">
        {children}
        {isRightSignatureRefused(delivery) && <p>{t('console.delivery.signatureWasRight')}</p>}
        {!isOnlyNotes && reasons.length > 0 && <p class="soft small">{t('console.delivery.possible')}</p>}
        <ul class="bullets">
          {reasons
            .map(({ code, detail }) => diagnosisTexts(t, code, detail))
            .map(({ reason, advice }) => (
              <li>
                <strong>{reason}</strong> {advice}
              </li>
            ))}
        </ul>
      </div>
    </details>
  );
}
