import type { Child } from 'hono/jsx';

/** All icons are drawn on the same 24 px grid with the text's colour, and say nothing to a screen reader. */
export function Icon(props: { readonly children?: Child }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {props.children}
    </svg>
  );
}

/** An icon of these shapes. */
export function icon(shapes: Child) {
  return () => <Icon>{shapes}</Icon>;
}

export const StoreIcon = icon(
  <path d="M4.5 10.5V20h15v-9.5M3 8.5 5 4h14l2 4.5a3 3 0 0 1-6 .3 3 3 0 0 1-6 0 3 3 0 0 1-6-.3ZM10 20v-5h4v5" />,
);

export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
    <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3" />
  </>,
);

export const FlaskIcon = icon(
  <path d="M9.5 3h5M10.5 3v6L5 18.5A1.7 1.7 0 0 0 6.5 21h11a1.7 1.7 0 0 0 1.5-2.5L13.5 9V3M7.5 15h9" />,
);

export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.3v.2" />
  </>,
);

export const CheckIcon = icon(<path d="m5 12.5 4.8 5L19 7.5" />);

export const CrossIcon = icon(<path d="m6.5 6.5 11 11m0-11-11 11" />);

export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5.2l3.3 2" />
  </>,
);

export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
);

/** The waves of a contactless reader. */
export const ContactlessIcon = icon(
  <path d="M6 9.2a5.6 5.6 0 0 1 0 5.6M9.6 6.6a10.4 10.4 0 0 1 0 10.8M13.2 4.2a15 15 0 0 1 0 15.6" />,
);
