export function element<E extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E {
  const match = within.querySelector<E>(selector);
  if (!match) throw new Error(`there is no ${selector} in the page`);
  return match;
}

export function createElement<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  content: readonly (Node | string)[],
  properties: Partial<HTMLElementTagNameMap[T]> = {},
): HTMLElementTagNameMap[T] {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...content);
  return node;
}
