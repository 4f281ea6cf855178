import diagnosis from 'texts:diagnosis';
import event from 'texts:event';
import payer from 'texts:payer';
import signature from 'texts:signature';
import word from 'texts:word';
import { language } from '@svc-simulator/core';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';

const says = textsByLanguage(diagnosis, signature, event, payer, word);

/** What says what happened, and why a delivery failed, in the language of the reader. */
export const traceTexts = (): Texts => says(language());
