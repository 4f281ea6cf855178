import type { Tone } from '@svc-simulator/contract';
import { type AccountClock, machineTime } from '@svc-simulator/core';
import type { Child } from 'hono/jsx';
import { CopyButton, type CopyProps, Icon, t } from '../../kit/parts.tsx';
import type { MomentForm } from '../client/moments.ts';

interface CodeProps extends CopyProps {
  readonly text: string;
  readonly wrap?: boolean;
  /** With a name of its own in the page, a box keeps its scroll position and the focus while the page stays up to date. */
  readonly id?: string;
}

/** A text to be read to the letter (a body, headers, a command) in a box that scrolls by itself, with its copy button. */
export function CodeBlock({ text, what, wrap = true, id }: CodeProps) {
  return (
    <div class="code-block">
      <section
        class={wrap ? 'code wrap' : 'code'}
        tabindex={0}
        aria-label={what}
        id={id}
        data-keep-scroll={id && ''}
      >
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton what={what} />
    </div>
  );
}

/** `whole`: of any length, so that it has a line of its own. Without a value it is left out. */
export type Fact = readonly [name: Child, value: Child | null | undefined, kind?: 'whole' | undefined];

export function FactList({ facts, class: kind }: Readonly<{ facts: readonly Fact[]; class?: string }>) {
  return (
    <dl class={kind ? `facts ${kind}` : 'facts'}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value, length]) => (
          <div class={length}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface NoticeProps {
  /** `good` reports a success, `warn` and `danger` report a fault, `plain` explains. */
  readonly kind: keyof typeof tones;
  readonly text?: string;
  readonly children?: Child;
}

const tones = { good: 'good', warn: 'wait', danger: 'bad', plain: 'next' } as const;

/** A message in the page; what was done is read out by screen readers, what is wrong at once. */
export function Notice({ kind, text, children }: NoticeProps) {
  const role = kind === 'danger' ? 'alert' : kind === 'good' ? 'status' : undefined;
  return (
    <div class={`notice ${tones[kind]}`} role={role}>
      <Icon name={kind === 'good' ? 'check' : 'alert'} />
      <div>
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}

interface PageHeadProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children?: Child;
}

/** The head of a page. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header class="spread page-head">
      <h1 class="clamp">{title}</h1>
      {children}
      {lead && <p class="lead">{lead}</p>}
    </header>
  );
}

/** The way back to the list, above a page of one of its rows. */
export function Back({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <div>
      <a class="back" href={to}>
        ← {text}
      </a>
    </div>
  );
}

interface PanelProps {
  readonly title: Child;
  readonly lead?: Child;
  readonly beside?: Child;
  /** Its anchor, where something leads to it. */
  readonly name?: string;
  readonly class?: string;
  /** By this name it is kept up to date. */
  readonly live?: string;
  readonly children?: Child;
}

/** A part of a page under its heading. */
export function Panel({ title, lead, beside, name, class: more = '', live, children }: PanelProps) {
  const heading = name && `${name}-heading`;
  return (
    <section class={`panel stack ${more}`.trim()} id={name} data-live={live} aria-labelledby={heading}>
      <div class="spread">
        <h2 id={heading}>{title}</h2>
        {beside}
        {lead && <p class="soft small whole">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

interface FoldedProps extends Pick<PanelProps, 'title' | 'name' | 'children'> {
  /** It was just asked for. */
  readonly open?: boolean;
}

export function Folded({ title, name, open, children }: FoldedProps) {
  return (
    <details class="panel spaced" id={name} open={open}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly (readonly [path: string, text: string])[];
  /** The address of the one that is shown. */
  readonly here: string;
}

/** The way between pages that belong together. */
export function Tabs({ label, tabs, here }: TabsProps) {
  return (
    <nav class="pills" aria-label={label}>
      {tabs.map(([path, text]) => (
        <a href={path} aria-current={path === here ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

export interface SubmitProps {
  readonly text: Child;
  /** Name of the object for screen readers, if a page has several such buttons. */
  readonly of?: string;
  readonly kind?: 'primary' | 'danger' | 'quiet' | undefined;
  readonly name?: string;
  readonly value?: string;
  /** With one the button keeps the focus while the page stays up to date. */
  readonly id?: string;
  readonly title?: string;
}

/** The button that sends its form. */
export function Submit({ text, of, kind, ...button }: SubmitProps) {
  const look = kind === 'quiet' ? kind : kind ? `button ${kind}` : 'button';
  return (
    <button type="submit" class={look} {...button}>
      {text}
      {of && <span class="unseen">: {of}</span>}
    </button>
  );
}

export function Do({ what, ...button }: SubmitProps & { readonly what: string }) {
  return <Submit name="do" value={what} {...button} />;
}

export interface ActionProps extends SubmitProps {
  /** The address that does it. */
  readonly to: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A button that does one thing: a form of its own. */
export function Action({ to, fields = {}, ...button }: ActionProps) {
  return (
    <form method="post" action={to}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Submit {...button} />
    </form>
  );
}

/** A small word in a coloured field: a status, a kind; `wire` is the API's own. */
export function Tag({ tone, text, wire }: Readonly<{ tone: Tone; text: string; wire?: string }>) {
  return (
    <span class={`tag ${tone}`} title={wire}>
      {text}
    </span>
  );
}

/** A text whose long names and addresses break after the signs in them rather than anywhere. */
export function withBreaks(text: string): Child {
  return text.split(/(\S{28,})/).map((part, at) =>
    at % 2 === 0
      ? part
      : part.split(/(?<=[@._/])/).map((piece) => (
          <>
            {piece}
            <wbr />
          </>
        )),
  );
}

export function Time({ atMs, form = 'full' }: Readonly<{ atMs: number; form?: MomentForm }>) {
  const iso = new Date(atMs).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  const shown = {
    day,
    hour: time.slice(0, 5),
    clock: iso.slice(11, 23),
    full: `${day} ${time}`,
    since: `${day} ${time}`,
  };
  return (
    <time datetime={iso} data-form={form} title={`${day} ${iso.slice(11, 23)} UTC`}>
      {shown[form]}
    </time>
  );
}

interface DueTimeProps {
  /** Milliseconds since the epoch, on the account's clock. */
  readonly atMs: number;
  /** The account's clock, if it has one of its own. */
  readonly clock: AccountClock | undefined;
  readonly form?: 'full' | 'clock';
}

/** A time at which something is due; one that never comes because the account's clock stands still says so. */
export function DueTime({ atMs, clock, form = 'full' }: DueTimeProps) {
  return (
    <>
      <Time atMs={atMs} form={form} />
      {machineTime(clock, atMs) === null && ` (${t('console.frame.clock.notBefore')})`}
    </>
  );
}

/** A more recent event needs no date. */
const RECENT_MS = 12 * 3_600_000;

/** When an event was: the time of day to the millisecond as long as it can be of no other day. Milliseconds. */
export function EventTime({ atMs, now }: { readonly atMs: number; readonly now: number }) {
  return <Time atMs={atMs} form={now - atMs < RECENT_MS ? 'clock' : 'full'} />;
}
