import { inPageLanguage, translateWords } from './words.ts';

/**
 * What Swagger UI's markup lacks for readers of screens, and for those who use the keyboard: names of its fields, levels of its
 * headings, the parts of the page, no link within a button. An attribute that is null is taken away.
 */
const repairs: readonly (readonly [selector: string, attribute: string, value: string | null])[] = [
  ['#servers', 'aria-label', 'Server'],
  ['.body-param__text', 'aria-label', 'Request body'],
  ['.close-modal', 'aria-label', 'Close'],
  // What it says there is not what stands on the button.
  ['.modal-btn[aria-label]', 'aria-label', null],
  ['.information-container', 'role', 'region'],
  ['.information-container', 'aria-label', 'About'],
  ['.scheme-container', 'role', 'region'],
  ['.scheme-container', 'aria-label', 'Server and credentials'],
  // The button around it opens the operation, and puts it into the address too.
  ['.opblock-summary-control a[href]', 'href', null],
  ['pre.microlight', 'tabindex', '0'],
  ['h3', 'aria-level', '2'],
  ['h4', 'aria-level', '3'],
  ['h5', 'aria-level', '4'],
];

/** Done again whenever Swagger UI has drawn something. */
export function repair(place: HTMLElement): void {
  for (const [selector, name, value] of repairs)
    for (const element of place.querySelectorAll(selector))
      if (value === null) element.removeAttribute(name);
      else if (element.getAttribute(name) !== inPageLanguage(value))
        element.setAttribute(name, inPageLanguage(value));
  translateWords(place);
}
