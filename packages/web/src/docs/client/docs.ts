/** The documentation's only script: what can be copied has a button, and `/` goes to the search. The pages work without it. */

import { followButtons } from '../../kit/client/buttons.ts';
import { element } from '../../kit/client/element.ts';

const docs = element('.docs');

// Links into the API reference, from when it was here.
if (location.hash.startsWith('#/')) location.replace(docs.dataset.reference + location.hash);

for (const block of document.querySelectorAll('pre')) {
  const text = block.textContent ?? '';
  const button = document.createElement('button');
  Object.assign(button.dataset, { copy: text, copied: docs.dataset.copiedWord });
  button.className = 'quiet';
  button.append(docs.dataset.copyWord ?? '');
  const frame = document.createElement('div');
  frame.className = 'block';
  block.replaceWith(frame);
  frame.append(block, button);
}
followButtons();

// On a phone a picture scrolls in its paragraph, with keys as well.
for (const picture of document.querySelectorAll<HTMLElement>('article p:has(> img)')) picture.tabIndex = 0;

document.addEventListener('keydown', (event) => {
  const search = element<HTMLInputElement>('input[type="search"]');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target === search) return;
  event.preventDefault();
  search.focus();
});
