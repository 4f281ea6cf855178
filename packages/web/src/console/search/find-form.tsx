import { SEARCH_LIMIT, type SearchedKind } from '@svc-simulator/contract';

/** The search of all pages for the things of one list. */
export function FindForm({ label, kind }: { readonly label: string; readonly kind: SearchedKind }) {
  return (
    <form method="get" action="/console/search" class="find">
      <input type="hidden" name="kind" value={kind} />
      <label class="unseen" for="find">
        {label}
      </label>
      <input
        id="find"
        name="q"
        type="search"
        placeholder={label}
        maxlength={SEARCH_LIMIT}
        autocomplete="off"
        spellcheck={false}
      />
    </form>
  );
}
