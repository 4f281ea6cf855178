import { operations } from '@svc-simulator/contract';
import type { Caller } from '../case.ts';
import { generated, placesOf } from './subjects.ts';

const kinds = ['api', 'console', 'merchant'] as const;

/** Each operation, under each of its paths, without a credential, with one that is unknown, and with those of other kinds. */
export const credentials = () =>
  operations
    .filter(({ auth }) => auth !== 'none')
    .flatMap((operation) => {
      const { id, auth, path, aliases = [], orMerchant, method } = operation;
      const callers: readonly Caller[] = [
        'nobody',
        'unknown',
        ...kinds.filter((kind) => kind !== auth && !(orMerchant && kind === 'merchant')),
      ];
      return [path, ...aliases.map((alias) => alias.path)].flatMap((own, at) =>
        callers.map((as) =>
          generated(operation, 'credential', [
            at === 0 ? as : `${as}-alias-${at}`,
            'negative',
            as === 'nobody' || as === 'unknown' ? 'conventions.wrong-token' : 'accounts.token-kinds',
            [
              {
                call: id,
                as,
                path: filledPath(own, placesOf(operation)),
                // Without one, what a browser asks for is a page.
                ...(method === 'GET' ? {} : { text: '{}' }),
                want: { status: 401 },
              },
            ],
          ]),
        ),
      );
    });

function filledPath(path: string, places: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '{uuid}');
}
