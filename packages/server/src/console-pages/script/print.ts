/** Buttons that print the page. */
export const printScript = `
  document.addEventListener('click', (event) => {
    if (event.target.closest?.('[data-print]')) print();
  });
`;
