/**
 * A script or a stylesheet with all its imports, as a string to put into a page.
 * `packages/cli/build/page-parts.js` creates it.
 */
declare module '*?bundled' {
  const text: string;
  export default text;
}

/**
 * The documentation pages in all languages, as compressed JSON in base64. `packages/cli/build/doc-pages.js`
 * creates it.
 */
declare module '*?pages' {
  const packed: string;
  export default packed;
}
