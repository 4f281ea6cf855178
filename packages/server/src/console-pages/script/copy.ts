/**
 * Buttons that copy what their `data-copy` holds. Over plain http browsers give pages no clipboard: there the text is marked,
 * and copied as a key press would where the browser still knows how.
 */
export const copyScript = `
  const mark = (button) => {
    const { copy } = button.dataset;
    for (let place = button.parentElement; place && place !== document.body; place = place.parentElement) {
      const shown = [...place.querySelectorAll('code, pre, a, bdi, span, dd, td, p')];
      const whole = shown.find((element) => element.textContent === copy);
      if (!whole) continue;
      getSelection().selectAllChildren(whole);
      return true;
    }
    return false;
  };

  document.addEventListener('click', async (event) => {
    const button = event.target.closest?.('[data-copy]');
    if (!button) return;
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
      else if (!mark(button) || !document.execCommand('copy')) return;
    } catch {
      return;
    }
    const word = button.firstChild;
    const label = word.textContent;
    if (label === button.dataset.copied) return;
    word.textContent = button.dataset.copied;
    setTimeout(() => {
      word.textContent = label;
    }, 1500);
  });
`;
