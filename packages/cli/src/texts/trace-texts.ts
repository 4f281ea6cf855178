import diagnosis from 'texts:diagnosis';
import event from 'texts:event';
import payer from 'texts:payer';
import signature from 'texts:signature';
import word from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const traceTexts = textsByLanguage(diagnosis, signature, event, payer, word);
