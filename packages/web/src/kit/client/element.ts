export function element<E extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E {
  const match = within.querySelector<E>(selector);
  if (!match) throw new Error(`there is no ${selector} in the page`);
  return match;
}
