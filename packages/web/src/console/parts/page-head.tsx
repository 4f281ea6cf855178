import type { Child } from 'hono/jsx';

interface PageHeadProps {
  readonly title: Child;
  /** What the page is for. */
  readonly lead?: string;
  /** What stands beside the title: where one can go from here. */
  readonly children?: Child;
}

/** The head of a page. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
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
  readonly title: string;
  /** Its anchor, where something leads to it. */
  readonly name?: string;
  readonly class?: string;
  readonly children?: Child;
}

/** A part of a page under its heading. */
export function Panel({ title, name, class: kind, children }: PanelProps) {
  const heading = name && `${name}-heading`;
  return (
    <section class={kind ? `panel stack ${kind}` : 'panel stack'} id={name} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly (readonly [path: string, text: string])[];
  /** The path of the page that they stand on. */
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
