import { Icon } from '../kit/icons.tsx';

/** The waves of a contactless reader. */
export function ContactlessIcon() {
  return (
    <Icon>
      <path d="M6 9.2a5.6 5.6 0 0 1 0 5.6M9.6 6.6a10.4 10.4 0 0 1 0 10.8M13.2 4.2a15 15 0 0 1 0 15.6" />
    </Icon>
  );
}
