import type { Language } from '../pages/language.ts';
import { inlineOnlyCsp, pageHeaders } from '../pages/page-security.ts';
import { checkoutScript } from './script.ts';
import { pageStyles } from './styles.ts';

let policy: string | undefined;

/**
 * The pages' content security policy. It has no `form-action`, which browsers apply to redirects too: the 303 after
 * paying leads to the merchant, whose address may have any scheme (contract section 9, Payment page). Hashed when first
 * asked for.
 */
export function paymentPageCsp(): string {
  policy ??= inlineOnlyCsp({ styles: pageStyles, script: checkoutScript });
  return policy;
}

/** Every header that an HTML answer of the payment page carries. */
export function paymentPageHeaders(lang: Language): Readonly<Record<string, string>> {
  return pageHeaders(lang, paymentPageCsp());
}
