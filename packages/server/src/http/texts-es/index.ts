import { phrasebook } from '../phrasebook.ts';
import { callAdvice } from './call-advice.ts';
import { fieldFaults } from './field-faults.ts';
import { jsonParser } from './json-parser.ts';
import { operationProblems } from './operation-problems.ts';
import { problems } from './problems.ts';
import { snapshotFaults } from './snapshot-faults.ts';

/** What this project's own code says in problems; what fits much stands last. */
export const ownSentences = {
  ...problems,
  ...operationProblems,
  ...snapshotFaults,
  ...callAdvice,
  ...fieldFaults,
};

/** Sentences of problems in Spanish. */
export const inSpanish = phrasebook({ ...ownSentences, ...jsonParser });
