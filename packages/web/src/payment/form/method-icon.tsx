import { icon } from '../../kit/icons.tsx';
import type { PaymentMethod } from '../models.ts';

const icons: Readonly<Record<PaymentMethod, ReturnType<typeof icon>>> = {
  immediate_debit: icon(<path d="M3 9.5 12 4l9 5.5M5 10v8m4.7-8v8m4.6-8v8m4.7-8v8M3 20.5h18" />),
  mobile_payment: icon(
    <>
      <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
      <path d="M10.5 18.5h3M9.5 10.5l2 2 3.5-4" />
    </>,
  ),
  crypto: icon(
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M8 8h8M12 8v9M7.5 11.7c0 1 2 1.6 4.5 1.6s4.5-.6 4.5-1.6" />
    </>,
  ),
};

export function MethodIcon({ method }: { readonly method: PaymentMethod }) {
  return icons[method]();
}
