import { baseStyles } from '../pages/base-styles.ts';
import { controlStyles } from '../pages/control-styles.ts';
import { checkoutStyles } from './styles/checkout.ts';
import { endPageStyles } from './styles/end-pages.ts';

/** The style of every page, as it stands between `<style>` and `</style>`: its hash is in the policy. */
export const pageStyles = [baseStyles, controlStyles, checkoutStyles, endPageStyles].join('\n');
