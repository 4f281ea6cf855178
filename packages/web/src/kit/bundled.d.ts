/**
 * `packages/cli/build/page-parts.js` bundles a script or a style with all that it imports as text, ready to
 * be inlined in a page.
 */
declare module '*?bundled' {
  const text: string;
  export default text;
}

/** The pages of a folder of markdown in each language, rendered and compressed; `packages/cli/build/doc-pages.js` makes them. */
declare module '*?pages' {
  const packed: string;
  export default packed;
}
