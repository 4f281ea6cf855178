import { SOUGHT_LIMIT } from '@svc-simulator/contract';

interface FindFormProps {
  readonly label: string;
  /** The list's own address, which holds its other filters. */
  readonly url: URL;
}

/** What a list is searched for, as its address says. */
export function soughtIn(url: URL): string {
  return (url.searchParams.get('q') ?? '').trim().slice(0, SOUGHT_LIMIT);
}

/** The search in a list, under the filters that it has. */
export function FindForm({ label, url }: FindFormProps) {
  return (
    <form method="get" action={url.pathname} class="find">
      {[...url.searchParams]
        .filter(([name]) => !notKept.has(name))
        .map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
      <label class="unseen" for="find">
        {label}
      </label>
      <input
        id="find"
        name="q"
        type="search"
        placeholder={label}
        maxlength={SOUGHT_LIMIT}
        autocomplete="off"
        spellcheck={false}
        value={soughtIn(url)}
      />
    </form>
  );
}

/** Keeps the search when another filter of the list is chosen. */
export function KeptSearch({ url }: Pick<FindFormProps, 'url'>) {
  const text = soughtIn(url);
  return text === '' ? null : <input type="hidden" name="q" value={text} />;
}

/** Another search begins at the first page. */
const notKept: ReadonlySet<string> = new Set(['q', 'cursor', 'trail', 'page', 'done', 'resent', 'more']);
