import { answerTexts } from './answer-texts.ts';
import { chaosTexts } from './chaos-texts.ts';
import { errorTexts } from './error-texts.ts';
import { refusalTexts } from './refusal-texts.ts';
import { verificationTexts } from './verification-texts.ts';

/** What each diagnosis says to people. */
export const diagnosisTexts = {
  ...verificationTexts,
  ...refusalTexts,
  ...answerTexts,
  ...errorTexts,
  ...chaosTexts,
};

export type DiagnosisCode = keyof typeof diagnosisTexts;
