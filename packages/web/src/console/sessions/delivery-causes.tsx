import { attemptReason } from '@svc-simulator/contract';
import { type DeliveryModel, diagnosisTexts } from '@svc-simulator/core';
import { isWorthExperiments } from '@svc-simulator/server/doctor/finding.ts';
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
        <div class="row">
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
        </div>
        {first && <p>{diagnosisTexts(t, first.code).advice}</p>}
        <DeliveryReasons delivery={latest} omitsFirst />
      </div>
    </details>
  );
}

/** Experiments send a rejected webhook with other signatures, to find the one that the receiver accepts. */
export function ExperimentButton({
  delivery,
  ...button
}: DeliveryProps & Pick<ButtonFormProps, 'id' | 'kind'>) {
  const last = delivery.attempts.at(-1);
  if (!delivery.id || delivery.probe || !last || !isWorthExperiments(last)) return null;
  return (
    <ButtonForm
      to={`/console/sessions/${delivery.sessionId}`}
      fields={{ do: 'experiment', delivery: delivery.id }}
      title={t('console.experiment.hint')}
      text={t('console.experiment.run')}
      {...button}
    />
  );
}

const severities = ['likely', 'possible', 'note'] as const;

/** Lists the possible reasons of a failure; `omitsFirst` if the page already shows the likeliest. */
export function DeliveryReasons({
  delivery,
  omitsFirst,
}: DeliveryProps & Readonly<{ omitsFirst?: boolean }>) {
  const { diagnosis, emission } = delivery;
  if (diagnosis.length === 0) return null;
  const reasons = omitsFirst ? diagnosis.slice(1) : diagnosis;
  const isSignatureRefusal = diagnosis.some(({ code }) => code === 'signature_secret');
  return (
    <div class="stack tight">
      {isSignatureRefusal && emission?.signature.matches && (
        <p>
          {t('console.delivery.signatureWasRight')}{' '}
          <a href={checkerPath(delivery)}>{t('console.delivery.findMistake')}</a>
        </p>
      )}
      {severities.map((severity) => {
        const texts = reasons
          .filter((reason) => reason.severity === severity)
          .map(({ code, detail }) => diagnosisTexts(t, code, detail));
        if (texts.length === 0) return null;
        const id = `${severity}-${deliveryName(delivery)}`;
        return (
          <details class="folded" id={id} open={severity !== 'possible'}>
            <summary>{t(`console.delivery.${severity}`)}</summary>
            <ul class="bullets">
              {texts.map(({ reason, advice }) => (
                <li>
                  <strong>{reason}</strong> {advice}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </div>
  );
}
