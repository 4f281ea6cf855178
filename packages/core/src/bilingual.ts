/** A text for people, in the languages of the pages. */
export interface Bilingual {
  readonly es: string;
  readonly en: string;
}
