/** The languages with a catalog. */
declare module 'texts:languages' {
  const languages: readonly import('./messages.d.ts').Language[];
  export default languages;
}

/** An area of the catalogues, compiled when bundled: `build/compiled-texts.js`. */
declare module 'texts:*?by-language' {
  const loaders: Readonly<
    Record<import('./messages.d.ts').Language, () => Promise<import('./texts.ts').Catalogue>>
  >;
  export default loaders;
}

declare module 'texts:*' {
  const languages: Readonly<Record<import('./messages.d.ts').Language, import('./texts.ts').Catalogue>>;
  export default languages;
}
