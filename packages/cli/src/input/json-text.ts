import faults from 'texts:fault?by-language';
import { jsonFaultOf } from '@svc-simulator/contract';
import { worded } from '@svc-simulator/texts/message.ts';
import { type Texts, textsIn } from '@svc-simulator/texts/texts.ts';
import { wrongUsage } from '../failures.ts';
import { plain } from '../rendering/text.ts';

/** What has the words of faults, in the language of this reader. */
export async function faultTexts({ lang }: Texts): Promise<Texts> {
  return textsIn(lang, await faults[lang]());
}

/** What a text says as JSON; `source` is what it is called. @throws CommandError that says where it is none. */
export async function jsonIn(t: Texts, text: string, source: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (broken) {
    const fault = jsonFaultOf(text);
    if (!fault) throw broken;
    const error = worded(await faultTexts(t), fault);
    throw wrongUsage(t('cli.common.no_json', { source: plain(source), error }));
  }
}
