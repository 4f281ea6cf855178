import { bilingual } from './bilingual.ts';

const spanish = {
  brand: 'svc-simulator',
  ribbon: { mode: 'Modo de prueba', detail: 'No se mueve dinero real' },
  switchTo: { lang: 'en', label: 'English' },
  footer: 'Simulador de pagos para pruebas. No escribas datos bancarios reales.',
};

const english: typeof spanish = {
  brand: 'svc-simulator',
  ribbon: { mode: 'Test mode', detail: 'No real money moves' },
  switchTo: { lang: 'es', label: 'Español' },
  footer: 'Payment simulator for tests. Do not enter real bank details.',
};

/** The texts around every page, in one language. */
export const frameTexts = bilingual(spanish, english);
