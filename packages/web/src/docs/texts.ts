import type { Language } from '@svc-simulator/server/http/language.ts';

interface Texts {
  readonly title: string;
  readonly pages: string;
  readonly reference: string;
  readonly console: string;
  readonly search: string;
  readonly find: string;
  readonly results: (question: string) => string;
  readonly nothing: string;
  readonly copy: string;
  readonly copied: string;
  readonly next: string;
}

/** What stands around the pages of the documentation. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Documentation',
    pages: 'All pages',
    reference: 'API reference',
    console: 'Console',
    search: 'Search the documentation',
    find: 'Search',
    results: (question) => `Found for “${question}”`,
    nothing: 'Nothing was found. Try fewer words, or the name of the command, the field or the status.',
    copy: 'Copy',
    copied: 'Copied',
    next: 'Next:',
  },
  es: {
    title: 'Documentación',
    pages: 'Todas las páginas',
    reference: 'Referencia de la API',
    console: 'Consola',
    search: 'Buscar en la documentación',
    find: 'Buscar',
    results: (question) => `Encontrado para «${question}»`,
    nothing:
      'No se encontró nada. Prueba con menos palabras, o con el nombre del comando, del campo o del estado.',
    copy: 'Copiar',
    copied: 'Copiado',
    next: 'Sigue:',
  },
};
