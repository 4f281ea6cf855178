import { SOUGHT_LIMIT } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { capital } from './parts.tsx';

interface FiltersProps {
  /** Of the search; without it, there is none. */
  readonly find?: string | undefined;
  /** The list's own address, which holds what was chosen. */
  readonly url: URL;
  readonly submit: string;
  readonly children?: Child;
}

/** What a list is searched for, as its address says. */
export function soughtIn(url: URL): string {
  return (url.searchParams.get('q') ?? '').trim().slice(0, SOUGHT_LIMIT);
}

/** The search and the filters of a list, in one line; another choice begins at the first page. */
export function Filters({ find, url, submit, children }: FiltersProps) {
  const size = url.searchParams.get('size');
  return (
    <search>
      <form method="get" action={url.pathname} class="finder">
        {find && (
          <>
            <label class="unseen" for="find">
              {find}
            </label>
            <input
              id="find"
              name="q"
              type="search"
              placeholder={find}
              maxlength={SOUGHT_LIMIT}
              autocomplete="off"
              spellcheck={false}
              value={soughtIn(url)}
            />
          </>
        )}
        {children}
        {size && <input type="hidden" name="size" value={size} />}
        {/* For whoever has no script: choosing sends the form by itself. */}
        <noscript>
          <button type="submit" class="button">
            {submit}
          </button>
        </noscript>
      </form>
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The parameter that it sets. */
  readonly name: string;
  readonly chosen: string | undefined;
  /** What stands first, and chooses nothing. */
  readonly all: string;
  readonly values: readonly Value[];
  readonly word: (value: Value) => string;
}

/** A filter: one out of a few. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, name, chosen, all, values, word } = props;
  const areas = [...new Set(values.map(areaOf))];
  const option = (value: Value) => (
    <option value={value} selected={value === chosen}>
      {value.includes('.') ? value : capital(word(value))}
    </option>
  );
  return (
    <select name={name} aria-label={label} class={chosen === undefined ? undefined : 'chosen'} data-submits>
      <option value="">
        {label}: {all.toLowerCase()}
      </option>
      {chosen && !values.some((value) => value === chosen) && (
        <option value={chosen} selected>
          {chosen.replaceAll(',', ', ')}
        </option>
      )}
      {areas.length > 1
        ? areas.map((area) => (
            <optgroup label={area}>{values.filter((value) => areaOf(value) === area).map(option)}</optgroup>
          ))
        : values.map(option)}
    </select>
  );
}

/** What stands before the dot of its name, where it has one. */
function areaOf(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf('.')));
}

interface TypedProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** A filter that is typed: an id. */
export function TypedFilter({ name, label, value }: TypedProps) {
  return (
    <input
      name={name}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      maxlength={100}
      autocomplete="off"
      spellcheck={false}
    />
  );
}
