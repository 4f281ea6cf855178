interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The parameter that it sets. */
  readonly name: string;
  readonly url: URL;
  readonly chosen: string | undefined;
  /** What stands first, and takes the parameter away. */
  readonly all: string;
  readonly values: readonly Value[];
  readonly word: (value: Value) => string;
}

/** One out of a few as links, so that a filter is an address. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, name, url, chosen, all, values, word } = props;
  const options = [[undefined, all] as const, ...values.map((value) => [value, word(value)] as const)];
  return (
    <nav class="pills" aria-label={label}>
      <span class="soft" aria-hidden="true">
        {label}
      </span>
      <ul class="pills">
        {options.map(([value, text]) => (
          <li>
            <a href={withParameter(url, name, value)} aria-current={value === chosen ? 'true' : undefined}>
              {capital(text)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The page's address with another filter, from its first page. */
function withParameter(url: URL, name: string, value: string | undefined): string {
  const parameters = new URLSearchParams(url.search);
  for (const other of ['done', 'cursor', 'trail', 'page', 'resent', 'more']) parameters.delete(other);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, value);
  return parameters.size > 0 ? `${url.pathname}?${parameters}` : url.pathname;
}

/** Words of a status stand alone here, and begin with a capital letter. */
function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
