/** An element that a script cannot do without; a page that lacks it is a mistake of ours. */
export function element<E extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`there is no ${selector} in the page`);
  return found;
}
