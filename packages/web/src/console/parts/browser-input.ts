/** The number of an event or a call, as an address has it. */
export function idIn(text: string | null | undefined): number | undefined {
  return /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined;
}
