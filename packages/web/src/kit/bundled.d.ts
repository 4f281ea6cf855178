/**
 * `packages/cli/build/page-parts.js` bundles a script or a style with all that it imports as text, ready to
 * be inlined in a page.
 */
declare module '*?bundled' {
  const text: string;
  export default text;
}

/**
 * A directory of Markdown pages in each language, rendered and compressed by
 * `packages/cli/build/doc-pages.js`.
 */
declare module '*?pages' {
  const packed: string;
  export default packed;
}
