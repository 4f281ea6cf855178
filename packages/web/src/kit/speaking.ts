import type { Texts } from '@svc-simulator/texts/texts.ts';

/** What a part of a page is given: the texts that it speaks, and these. */
export type Speaking<Props = object> = Readonly<Props> & { readonly t: Texts };
