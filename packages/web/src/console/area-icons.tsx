import { type Icon, icon } from '../kit/icons.tsx';
import type { Area } from './page-call.ts';

/** The icon of each part of the console, on the grid of the other icons. */
export const areaIcons: Readonly<Record<Area, () => ReturnType<typeof Icon>>> = {
  overview: icon(<path d="M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5.5h4v5.5" />),
  sessions: icon(
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
      <path d="M3.5 10h17M7 15h4" />
    </>,
  ),
  agreements: icon(<path d="M6 3.5h8.5L18 7v13.5H6zM14 3.5V7.5h4M9 11.5h6M9 15h6" />),
  deliveries: icon(<path d="M3.5 12 20.5 4.5 16 20l-4.5-5.5L3.5 12ZM11.5 14.5l9-10" />),
  calls: icon(<path d="M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4" />),
  trace: icon(<path d="M3.5 12.5h4l2.5-7 4 13 2.5-6h4" />),
  simulate: icon(
    <>
      <path d="M4 6.5h8M16 6.5h4M4 12h3M11 12h9M4 17.5h9M17 17.5h3" />
      <circle cx="14" cy="6.5" r="2" />
      <circle cx="9" cy="12" r="2" />
      <circle cx="15" cy="17.5" r="2" />
    </>,
  ),
  practices: icon(
    <path d="m4 6.5 1.5 1.5L8 5M4 13l1.5 1.5L8 11.5M4 19.5 5.5 21 8 18M11.5 6.5h9M11.5 13h9M11.5 19.5h9" />,
  ),
  classes: icon(
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M3 19.5c.4-3.4 2.8-5.5 6-5.5s5.6 2.1 6 5.5M15.5 5.4a3.2 3.2 0 0 1 0 6.2M17.5 14.5c2 .7 3.2 2.5 3.5 5" />
    </>,
  ),
  terminals: icon(
    <>
      <rect x="6" y="3" width="12" height="18" rx="2.5" />
      <path d="M9 6.5h6v3.5H9zM9.5 14h.1M12 14h.1M14.5 14h.1M9.5 17.2h.1M12 17.2h.1M14.5 17.2h.1" />
    </>,
  ),
  keys: icon(
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m11 12.5 8.5-8.5M16 7.5l2.5 2.5" />
    </>,
  ),
  receivers: icon(
    <path d="M4 13v5.5h16V13M4 13l2.5-8h11L20 13M4 13h4.5c.3 1.9 1.6 3 3.5 3s3.2-1.1 3.5-3H20" />,
  ),
  settings: icon(
    <>
      <path d="M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9" />
      <circle cx="15" cy="7.5" r="2" />
      <circle cx="9" cy="16.5" r="2" />
    </>,
  ),
};

/** Of the API reference, which is beside the console. */
export const ReferenceIcon = icon(<path d="m8.5 8-4 4 4 4M15.5 8l4 4-4 4M13.5 5.5l-3 13" />);

export const MoreIcon = icon(<path d="M4 6.5h16M4 12h16M4 17.5h16" />);
