/** A script or a style as text, with all that it imports, as it stands inside a page; `packages/cli/build/page-parts.js` makes it. */
declare module '*?bundled' {
  const text: string;
  export default text;
}

/** The pages of a folder of markdown in each language, rendered and compressed; `packages/cli/build/doc-pages.js` makes them. */
declare module '*?pages' {
  const packed: string;
  export default packed;
}
