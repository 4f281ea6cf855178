import { handleButtons } from '../../kit/client/buttons.ts';
import { element } from '../../kit/client/element.ts';
import { setUpTryForm } from './try-out.ts';

handleButtons();

const tryForm = document.querySelector<HTMLFormElement>('#try');
if (tryForm) setUpTryForm(tryForm);

for (const picture of document.querySelectorAll<HTMLElement>('article p:has(> img)')) picture.tabIndex = 0;

document.addEventListener('keydown', (event) => {
  const { target } = event;
  const isTyped = target instanceof Element && target.matches('input, textarea, select');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyped) return;
  event.preventDefault();
  element<HTMLInputElement>('input[type="search"]').focus();
});
