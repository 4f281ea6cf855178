import { isNameOf, titledFields } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { FoundGroup } from '@svc-simulator/server/search/search.ts';
import { deliveriesTexts } from '../deliveries/texts.ts';
import { wireWords } from '../parts/wire-words.ts';
import { terminalsTexts } from '../terminals/texts.ts';
import { wordIn } from '../trace/event-forms.ts';
import { searchTexts } from './texts.ts';

/** What people call the state of something that was found. */
export function stateWord(kind: FoundGroup['kind'], state: string, lang: Language): string {
  return wordIn(statesOf(kind, lang), state);
}

/** What people call the field in which a word stands; the API's own name where there is no other. */
export function fieldWord(field: string, lang: Language): string {
  const { fields } = searchTexts(lang);
  if (isNameOf(fields, field)) return fields[field];
  return titledFields().find(({ name }) => name === field)?.title[lang] ?? field;
}

/** What stands in a field, as people say it. */
export function valueWord(kind: FoundGroup['kind'], field: string, text: string, lang: Language): string {
  const { origin, accreditation, method, via, probe } = wireWords(lang);
  switch (field) {
    case 'status':
    case 'state':
      return stateWord(kind, text, lang);
    case 'origin':
      return wordIn(origin, text);
    case 'accreditation':
      return wordIn(accreditation, text);
    case 'payment_method':
    case 'method':
      return wordIn(method, text);
    case 'via':
      return wordIn(via, text);
    case 'probe':
      return wordIn(probe, text);
    default:
      return text;
  }
}

function statesOf(kind: FoundGroup['kind'], lang: Language): Readonly<Record<string, string>> {
  switch (kind) {
    case 'session':
    case 'event':
      return wireWords(lang).status;
    case 'delivery':
      return deliveriesTexts(lang).states;
    case 'transaction':
      return terminalsTexts(lang).statuses;
    case 'terminal':
      return terminalsTexts(lang).states;
    default:
      return {};
  }
}
