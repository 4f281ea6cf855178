import { faultsOf, isNameOf } from '@svc-simulator/contract';

/** What the page says of each field that the operation's body refuses. */
export function faultTexts<Texts extends object>(
  error: Parameters<typeof faultsOf>[0],
  texts: Texts,
): Partial<Texts> {
  const faults: Partial<Texts> = {};
  for (const { pointer } of faultsOf(error)) {
    const name = pointer.slice(1);
    if (isNameOf(texts, name)) faults[name] = texts[name];
  }
  return faults;
}

/** The number of an event or a call, as an address has it. */
export function idIn(text: string | null | undefined): number | undefined {
  return /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined;
}
