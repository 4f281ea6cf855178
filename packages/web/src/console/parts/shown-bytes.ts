/** Of events on one page, which shows the beginning of a long one: to render more at once would hold up everybody. */
export const SHOWN_BYTES = 2 ** 20;
