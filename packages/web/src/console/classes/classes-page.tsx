import type { ClassRecord } from '@svc-simulator/core';
import type { Membership } from '@svc-simulator/server/classes/membership.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { TextField } from '../parts/field.tsx';
import { Pager } from '../parts/pager.tsx';
import { Action, PageHead, Panel, Submit, Time } from '../parts/parts.tsx';

/** What somebody typed that could not be done, by the name of its field. */
export interface ClassFault {
  readonly field: 'class_code' | 'title';
  readonly typed: string;
  /** Why; default: what the field's own text says. */
  readonly why?: string;
}

interface ClassesProps {
  readonly t: Texts;
  readonly url: URL;
  /** The class that the account is in. */
  readonly membership: Membership | undefined;
  readonly own: readonly ClassRecord[];
  readonly nextCursor: string | null;
  readonly fault?: ClassFault | undefined;
}

/** Both sides of classes: the one that somebody learns in, and those that they run. */
export function Classes({ t, url, membership, own, nextCursor, fault }: ClassesProps) {
  return (
    <>
      <PageHead title={t('console.frame.areas.classes')} lead={t('console.classes.lead')} />
      <div class="columns even">
        <section class="panel stack" id="mine">
          {membership ? <Mine t={t} membership={membership} /> : <h2>{t('console.classes.mine.title')}</h2>}
          <p class={membership ? 'hint' : 'soft'}>
            {membership ? t('console.classes.mine.move') : t('console.classes.mine.none')}
          </p>
          <JoinForm t={t} {...(fault?.field === 'class_code' && fault)} />
        </section>
        <Panel title={t('console.classes.own.title')} name="own">
          {own.length === 0 ? (
            <p class="soft">{t('console.classes.own.none')}</p>
          ) : (
            <ul class="lines">
              {own.map((classRecord) => (
                <OwnClass t={t} classRecord={classRecord} />
              ))}
            </ul>
          )}
          <Pager t={t} url={url} nextCursor={nextCursor} />
          <CreateForm t={t} {...(fault?.field === 'title' && fault)} />
        </Panel>
      </div>
    </>
  );
}

function Mine({ t, membership }: { readonly t: Texts; readonly membership: Membership }) {
  return (
    <>
      <div class="spread">
        <h2>{t('console.classes.mine.title')}</h2>
        <Action to="/console/classes/leave" kind="quiet" text={t('console.classes.mine.leave')} />
      </div>
      <p class="amount-large clamp" title={membership.classRecord.title}>
        {membership.classRecord.title}
      </p>
      <p class="soft">
        {t('console.classes.mine.since')} <Time atMs={membership.member.joinedAt} /> ·{' '}
        <a href="/console/practices">{t('console.classes.mine.practices')}</a>
      </p>
      <p class="soft">{t('console.classes.mine.seen')}</p>
    </>
  );
}

interface FormProps {
  readonly t: Texts;
  /** What was refused; undefined when nothing was. */
  readonly typed?: string;
  readonly why?: string;
}

function JoinForm({ t, typed, why }: FormProps) {
  return (
    <form method="post" action="/console/classes/join" class="one-field">
      <TextField
        name="class_code"
        label={t('console.classes.mine.code')}
        hint={t('console.classes.mine.codeHint')}
        fault={typed === undefined ? undefined : (why ?? t('console.classes.mine.unknownCode'))}
        class="mono"
        value={typed}
        maxlength={500}
        autocapitalize="characters"
        spellcheck={false}
        required
      />
      <Submit text={t('console.classes.mine.join')} />
    </form>
  );
}

function CreateForm({ t, typed }: FormProps) {
  return (
    <form method="post" action="/console/classes" class="one-field">
      <TextField
        name="title"
        label={t('console.classes.own.name')}
        hint={t('console.classes.own.nameHint')}
        fault={typed === undefined ? undefined : t('console.classes.own.nameFault')}
        value={typed}
        maxlength={500}
        required
      />
      <Submit text={t('console.classes.own.create')} />
    </form>
  );
}

function OwnClass({ t, classRecord }: { readonly t: Texts; readonly classRecord: ClassRecord }) {
  const { id, title, joinCode, createdAt } = classRecord;
  return (
    <li>
      <a class="clamp" href={`/console/classes/${id}`} title={title}>
        {title}
      </a>
      <p class="soft">
        {t('console.classes.own.code')} <strong class="mono">{joinCode}</strong> ·{' '}
        {t('console.classes.own.created')} <Time atMs={createdAt} />
      </p>
    </li>
  );
}
