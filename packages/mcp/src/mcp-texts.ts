import diagnosis from 'texts:diagnosis';
import event from 'texts:event';
import mcp from 'texts:mcp';
import payer from 'texts:payer';
import signature from 'texts:signature';
import word from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** What says to an agent, in a language, what there is, what happened, and what to do. */
export const mcpTexts = textsByLanguage(mcp, diagnosis, signature, event, payer, word);
