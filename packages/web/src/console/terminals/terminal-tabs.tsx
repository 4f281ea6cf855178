import type { Texts } from '@svc-simulator/texts/texts.ts';

/** What the lists of this part of the console have in common: the terminal itself, and the way to the other lists. */
export function terminalPages(t: Texts) {
  return {
    area: 'terminals',
    head: (
      <a class="button" href="/terminal" target="_blank" rel="noopener">
        {t('console.terminals.open')}
      </a>
    ),
    tabs: [
      ['/console/terminals', 'terminal'],
      ['/console/transactions', 'transaction'],
      ['/console/batches', 'batch'],
    ],
  } as const;
}
