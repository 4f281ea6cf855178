import type { Tone } from '@svc-simulator/contract';
import { type AccountClock, machineTime } from '@svc-simulator/core';
import type { Child, JSX } from 'hono/jsx';
import { CopyButton, type CopyProps, type FactRow, FactRows, Icon, t } from '../../kit/parts.tsx';
import type { MomentForm } from '../client/moments.ts';

interface CodeBlockProps extends CopyProps {
  readonly text: string;
  /** With an id, the box keeps its scroll position and focus when the page refreshes. */
  readonly id?: string;
}

export function CodeBlock({ text, objectName, id }: CodeBlockProps) {
  return (
    <div class="code-block">
      <section class="code wrap" tabindex={0} aria-label={objectName} id={id} data-keep-scroll={id && ''}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton objectName={objectName} />
    </div>
  );
}

export function FactList(props: Readonly<{ facts: readonly FactRow[]; class?: string }>) {
  const { facts, class: className } = props;
  return (
    <dl class={className ? `facts ${className}` : 'facts'}>
      <FactRows facts={facts} />
    </dl>
  );
}

interface NoticeProps {
  /** `good` reports a success, `warn` and `danger` report a fault, `plain` explains. */
  readonly kind: keyof typeof noticeTones;
  readonly text?: string;
  readonly children?: Child;
}

const noticeTones = { good: 'good', warn: 'wait', danger: 'bad', plain: 'next' } as const;

/** Renders a notice. Screen readers announce `danger` at once, and `good` when they are idle. */
export function Notice({ kind, text, children }: NoticeProps) {
  const role = kind === 'danger' ? 'alert' : kind === 'good' ? 'status' : undefined;
  return (
    <div class={`notice ${noticeTones[kind]}`} role={role}>
      <Icon name={kind === 'good' ? 'check' : 'alert'} />
      <div>
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}

type PageHeadProps = Readonly<{ title: string; lead?: string | undefined; children?: Child }>;

export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header class="spread page-head">
      {/* The path of a call is code, and not a text to translate. */}
      <h1 class="clamp" translate={title.includes(' /') ? 'no' : undefined}>
        {withBreaks(title)}
      </h1>
      {children}
      {lead && <p class="lead">{lead}</p>}
    </header>
  );
}

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
  readonly aside?: Child;
  readonly name?: string;
  readonly class?: string;
  readonly live?: string;
  readonly children?: Child;
}

export function Panel({ title, lead, aside, name, class: extraClass = '', live, children }: PanelProps) {
  const heading = name && `${name}-heading`;
  return (
    <section class={`panel stack ${extraClass}`.trim()} id={name} data-live={live} aria-labelledby={heading}>
      <div class="spread">
        <h2 id={heading}>{title}</h2>
        {aside}
        {lead && <p class="soft small whole">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

type FoldedProps = Pick<PanelProps, 'title' | 'name' | 'children'> & Readonly<{ open?: boolean }>;

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
  readonly currentPath: string;
}

export function Tabs({ label, tabs, currentPath }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([path, text]) => (
        <a href={path} aria-current={path === currentPath ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

type SubmitProps = Omit<JSX.IntrinsicElements['button'], 'class' | 'children'> & {
  readonly text: Child;
  /**
   * Name of the object that the button changes, for screen readers: a page can have several buttons with the
   * same text.
   */
  readonly objectName?: string;
  readonly kind?: 'primary' | 'danger' | 'quiet' | undefined;
  /** Value of the field `do`, which names the action if several actions post to the same path. */
  readonly action?: string;
};

/** With an id, the button keeps the focus when the page refreshes. */
export function Submit({ text, objectName, kind, action, ...button }: SubmitProps) {
  const className = kind === 'quiet' ? kind : kind ? `button ${kind}` : 'button';
  return (
    <button type="submit" class={className} name={action && 'do'} value={action} {...button}>
      {text}
      {objectName && <span class="unseen">: {objectName}</span>}
    </button>
  );
}

/** Renders the required checkbox of a form with a destructive action. */
export function Understood({ text = t('console.simulate.reset.understood') }: { readonly text?: string }) {
  return (
    <p>
      <label>
        <input type="checkbox" name="understood" value="yes" required /> {text}
      </label>
    </p>
  );
}

export type ButtonFormProps = SubmitProps & {
  /** Default: the URL of the page. */
  readonly to?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly class?: string;
  /** Fields above the button. */
  readonly children?: Child;
};

export function ButtonForm({ to, fields = {}, class: className, children, ...button }: ButtonFormProps) {
  return (
    <form method="post" action={to} class={className ?? (children ? 'stack' : undefined)}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      <Submit {...button} />
    </form>
  );
}

export function ToneTag({ tone, text, apiValue }: Readonly<{ tone: Tone; text: string; apiValue?: string }>) {
  return (
    <span class={`tag ${tone}`} title={apiValue}>
      {text}
    </span>
  );
}

/** Lets long names and URLs break after their separators. */
export function withBreaks(text: string): Child {
  return text
    .split(/(\S{28,})/)
    .map((part, index) =>
      index % 2 === 0
        ? part
        : part.split(part.includes('/') ? /(?<=[^/:]\/)/ : /(?<=[@._])/).map((piece) => [piece, <wbr />]),
    );
}

export function Time({ atMs, form = 'full' }: Readonly<{ atMs: number; form?: MomentForm }>) {
  const iso = new Date(atMs).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  const clock = iso.slice(11, 23);
  const fullText = `${day} ${time}`;
  const texts = { day, hour: time.slice(0, 5), clock, full: fullText, since: fullText, until: fullText };
  return (
    <time datetime={iso} data-form={form} title={`${day} ${clock} UTC`}>
      {texts[form]}
    </time>
  );
}

type DueTimeProps = Readonly<{ atMs: number; clock: AccountClock | undefined; form?: 'full' | 'until' }>;

/** Shows a due time on the account's clock, with a note if that clock is stopped before it. */
export function DueTime({ atMs, clock, form = 'full' }: DueTimeProps) {
  return (
    <>
      <Time atMs={atMs} form={form} />
      {machineTime(clock, atMs) === null && ` (${t('console.frame.clock.notBefore')})`}
    </>
  );
}

/** Events of the last 12 hours are shown without a date. */
const RECENT_MS = 12 * 3_600_000;

export function EventTime({ atMs, now }: { readonly atMs: number; readonly now: number }) {
  return <Time atMs={atMs} form={now - atMs < RECENT_MS ? 'clock' : 'full'} />;
}
