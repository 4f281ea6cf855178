import { olderForms } from '../older-forms.ts';
import { type Chapter, decided } from './difference.ts';

/** Contract section 12, Older forms: what is refused; names of fields are told with the sessions. */
export const older: Chapter = [
  decided(
    null,
    Object.fromEntries([
      ...Object.entries(olderForms.values).map(([former, newer]) => [
        `value-${former.replaceAll('_', '-')}`,
        `The older value \`${former}\` is refused, and the problem names \`${newer}\`.`,
      ]),
      ...Object.entries(olderForms.paths).map(([former, newer]) => [
        `path${former.replaceAll(/[^a-zA-Z0-9]+/g, '-').replace(/-$/, '')}`,
        `The older path \`${former}\`, and what is below it, is 404, and the problem names \`${newer}\`.`,
      ]),
    ]),
  ),
  decided('createAgreement', {
    split:
      'A `split` that is an object, as older documents show it, is refused: it is a boolean, and the parts go to `/api/v1/ext/agreements/split-receipt`.',
  }),
  decided(null, {
    sdk: 'Of `/api/svcpagos/**` there are `login` and `refresh-token`; the checkout SDK’s own API is not simulated, and its paths are 404.',
  }),
  decided('createTransaction', {
    'order-id': 'An `orderId` that is no UUID, which older documents show, is refused.',
  }),
  decided('activateTerminal', {
    serial: 'An activation without `serial` in its body, which older documents show, is refused.',
  }),
];
