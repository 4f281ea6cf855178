import type { Language } from '@svc-simulator/server/http/language.ts';

type Texts = Readonly<
  Record<
    'title' | 'docs' | 'console' | 'differences' | 'loading' | 'noScript' | 'failed' | 'other' | 'otherName',
    string
  >
>;

/** What stands around Swagger UI, whose own words are English; `failed` has the reason in place of `{}`. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'API reference',
    docs: 'Documentation',
    console: 'Console',
    differences: 'Differences',
    loading: 'Loading…',
    noScript: 'It needs JavaScript; openapi.json has the same as data.',
    failed: 'The API reference could not be shown: {}. Reload the page; openapi.json has the same as data.',
    other: 'es',
    otherName: 'Español',
  },
  es: {
    title: 'Referencia de la API',
    docs: 'Documentación',
    console: 'Consola',
    differences: 'Diferencias',
    loading: 'Cargando…',
    noScript: 'Necesita JavaScript; openapi.json tiene lo mismo como datos.',
    failed:
      'No se pudo mostrar la referencia de la API: {}. Recarga la página; openapi.json tiene lo mismo como datos.',
    other: 'en',
    otherName: 'English',
  },
};
