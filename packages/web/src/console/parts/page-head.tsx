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
