import diagnosis from 'texts:diagnosis';
import examination from 'texts:examination';
import signature from 'texts:signature';
import type { ReceiverFramework } from '@svc-simulator/contract';
import type { DeliveryModel } from '@svc-simulator/core';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { experimentTexts } from './experiment-texts.ts';
import type { ExperimentVerdict } from './experiments.ts';

export interface FinishedExperiment {
  readonly delivery: DeliveryModel;
  readonly verdict: ExperimentVerdict;
}

const experimentTextsIn = textsByLanguage(examination, signature, diagnosis);

export function presentExperiment(
  { delivery: { id, url, emission }, verdict }: FinishedExperiment,
  { language, framework }: { readonly language: Language; readonly framework: ReceiverFramework | undefined },
) {
  const { code, certainty, requests } = verdict;
  const variant = emission?.signature.variant ?? 'timestamp';
  return {
    delivery_id: id,
    url,
    code,
    certainty,
    ...experimentTexts(experimentTextsIn(language), verdict, { variant, framework }),
    requests,
  };
}
