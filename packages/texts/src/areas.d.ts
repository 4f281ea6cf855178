declare module 'texts:languages' {
  const languages: readonly import('./messages.d.ts').Language[];
  export default languages;
}

/** The texts of one area of the catalogues, such as `cli`; `build/compiled-texts.js` compiles them. */
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
