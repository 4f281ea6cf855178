import consoleArea from 'texts:console';
import diagnosisArea from 'texts:diagnosis';
import eventArea from 'texts:event';
import examinationArea from 'texts:examination';
import fieldArea from 'texts:field';
import kitArea from 'texts:kit';
import payerArea from 'texts:payer';
import practiceArea from 'texts:practice';
import probeArea from 'texts:probe';
import signatureArea from 'texts:signature';
import viewArea from 'texts:view';
import wordArea from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const consoleTexts = textsByLanguage(
  ...[consoleArea, viewArea, wordArea, kitArea, diagnosisArea, signatureArea],
  ...[eventArea, examinationArea, fieldArea, payerArea, practiceArea, probeArea],
);
