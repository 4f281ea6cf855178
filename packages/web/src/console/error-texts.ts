export interface ErrorTexts {
  readonly title: string;
  readonly text: string;
  readonly back: string;
}
