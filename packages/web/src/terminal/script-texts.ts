import terminalArea from 'texts:terminal';
import type { KeyOf, Language } from '@svc-simulator/texts/texts.ts';

type Named<Part extends string> = {
  readonly [Key in KeyOf<Part> as Key extends `${Part}.${infer Name}` ? Name : never]: string;
};

/** Texts for the page's script; the page itself shows some of them from the start. */
export interface ScriptTexts extends Named<'terminal.live'> {
  readonly light: Named<'terminal.light'>;
  readonly idleHeading: string;
  readonly idleLead: string;
  readonly idleLostLead: string;
}

/** Parts of the page that the script fills in. */
const slots = {
  amount: '{amount}',
  batch: '{batch}',
  detail: '{detail}',
  next: '{next}',
  status: '{status}',
};

export function scriptTexts(lang: Language): ScriptTexts {
  const idle = textsOf('terminal.idle', lang);
  const light = textsOf('terminal.light', lang);
  return {
    ...textsOf('terminal.live', lang),
    light,
    idleHeading: idle.heading,
    idleLead: idle.lead,
    idleLostLead: idle.lostLead,
  };
}

function textsOf<Part extends string>(part: Part, lang: Language): Named<Part> {
  const said = Object.entries(terminalArea[lang]).flatMap(([key, message]) =>
    key.startsWith(`${part}.`)
      ? [[key.slice(part.length + 1), typeof message === 'string' ? message : message(slots as never)]]
      : [],
  );
  return Object.fromEntries(said);
}
