/** An area of the catalogues, compiled when bundled: `build/compiled-texts.js`. */
declare module 'texts:*?by-language' {
  const loaders: Readonly<Record<'en' | 'es', () => Promise<import('./texts.ts').Catalogue>>>;
  export default loaders;
}

declare module 'texts:*' {
  const languages: Readonly<Record<'en' | 'es', import('./texts.ts').Catalogue>>;
  export default languages;
}
