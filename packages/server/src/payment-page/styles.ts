import { baseStyles } from './styles/base.ts';
import { checkoutStyles } from './styles/checkout.ts';
import { controlStyles } from './styles/controls.ts';
import { endPageStyles } from './styles/end-pages.ts';

/** The style of every page, as it stands between `<style>` and `</style>`: its hash is in the policy. */
export const pageStyles = [baseStyles, controlStyles, checkoutStyles, endPageStyles].join('\n');
