import type { Quotas } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Usage } from '@svc-simulator/store/store.ts';
import { Notice } from '../parts/notice.tsx';
import { TextField } from '../parts/text-field.tsx';
import { accountTexts } from './texts.ts';

/** What was wrong with what was typed, by field; `whole`: with all of it. */
export interface AccountFaults {
  readonly current_password?: string;
  readonly new_password?: string;
  readonly password?: string;
  readonly whole?: string;
}

interface AccountFormsProps {
  readonly lang: Language;
  readonly faults: AccountFaults;
  /** What the account has and may have; null where there are no quotas. */
  readonly room: Room | null;
}

interface Room extends Usage {
  readonly quotas: Quotas;
  readonly streams: number;
}

/** The password, what there is room for, and the end of the account. What was typed never comes back. */
export function AccountForms({ lang, faults, room }: AccountFormsProps) {
  const texts = accountTexts(lang);
  return (
    <>
      <header class="page-head">
        <h1>{texts.title}</h1>
        <a href="/console/settings">{texts.back}</a>
      </header>
      {faults.whole && <Notice kind="danger" text={faults.whole} />}
      <section class="panel stack" aria-labelledby="password-heading">
        <h2 id="password-heading">{texts.password}</h2>
        <p>{texts.passwordLead}</p>
        <form method="post" action="/console/account/password" class="stack">
          <TextField
            name="current_password"
            label={texts.current}
            type="password"
            autocomplete="current-password"
            fault={faults.current_password}
            required
          />
          <TextField
            name="new_password"
            label={texts.next}
            hint={texts.nextHint}
            type="password"
            minlength={8}
            maxlength={200}
            autocomplete="new-password"
            fault={faults.new_password}
            required
          />
          <p>
            <button type="submit" class="button primary">
              {texts.save}
            </button>
          </p>
        </form>
      </section>
      {room && <RoomLeft lang={lang} room={room} />}
      <section class="panel stack" aria-labelledby="delete-heading">
        <h2 id="delete-heading">{texts.remove}</h2>
        <p>{texts.removeLead}</p>
        <form method="post" action="/console/account/delete" class="stack">
          <TextField
            name="password"
            label={texts.current}
            type="password"
            autocomplete="current-password"
            fault={faults.password}
            required
          />
          <p>
            <label>
              <input type="checkbox" name="understood" value="yes" required /> {texts.understood}
            </label>
          </p>
          <p>
            <button type="submit" class="button danger">
              {texts.removeButton}
            </button>
          </p>
        </form>
      </section>
    </>
  );
}

function RoomLeft({ lang, room }: { readonly lang: Language; readonly room: Room }) {
  const texts = accountTexts(lang);
  const { quotas, sessions, bytes, streams } = room;
  const mib = (bytes / 2 ** 20).toFixed(1);
  return (
    <section class="panel stack" aria-labelledby="room-heading">
      <h2 id="room-heading">{texts.room}</h2>
      <p>{texts.roomLead}</p>
      <dl class="facts">
        <dt>{texts.sessions}</dt>
        <dd>{texts.of(String(sessions), String(quotas.sessions))}</dd>
        <dt>{texts.stored}</dt>
        <dd>{texts.of(`${mib} MiB`, `${quotas.stored_mib} MiB`)}</dd>
        <dt>{texts.streams}</dt>
        <dd>{texts.of(String(streams), String(quotas.streams))}</dd>
        <dt>{texts.public}</dt>
        <dd>{texts.publicPace(quotas.public_per_minute, quotas.public_mib_per_day)}</dd>
      </dl>
    </section>
  );
}
