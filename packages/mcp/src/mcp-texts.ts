import diagnosis from 'texts:diagnosis';
import event from 'texts:event';
import examination from 'texts:examination';
import mcp from 'texts:mcp';
import payer from 'texts:payer';
import probe from 'texts:probe';
import signature from 'texts:signature';
import word from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const mcpTexts = textsByLanguage(mcp, diagnosis, examination, probe, signature, event, payer, word);
