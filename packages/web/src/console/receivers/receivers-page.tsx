import type { ReceiverName } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { EmptyList } from '../parts/empty-state.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Pager } from '../parts/pager.tsx';
import { Tag } from '../parts/tag.tsx';
import { ExaminationForm } from './examination-form.tsx';
import { ProgramForm } from './program-form.tsx';
import type { Received } from './received.ts';
import { ReceivedList } from './received-list.tsx';
import { receiversTexts } from './texts.ts';

interface Receiver {
  readonly name: ReceiverName;
  /** What it answers. */
  readonly status: number;
  readonly address: string;
}

interface ReceiversProps {
  readonly lang: Language;
  readonly url: URL;
  readonly now: number;
  readonly receivers: readonly Receiver[];
  readonly received: readonly Received[];
  readonly nextCursor: string | null;
  /** Where the latest session tells its news; empty: nowhere. */
  readonly latestUrl: string;
}

/** The default receivers, and the latest that they took. */
export function ReceiversPage(props: ReceiversProps) {
  const { lang, url, now, receivers, received, nextCursor, latestUrl } = props;
  const texts = receiversTexts(lang);
  const capture = receivers.find(({ name }) => name === 'captura')?.address;
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <ul class="receivers">
        {receivers.map(({ name, status, address }) => (
          <li class="panel stack">
            <div class="spread">
              <h2>
                <code>{name}</code>
              </h2>
              <Tag tone={status < 300 ? 'good' : 'bad'} text={`${texts.answers} ${status}`} />
            </div>
            <p class="soft">{texts.about[name]}</p>
            <CodeBlock lang={lang} text={address} what={`${texts.address} ${name}`} />
          </li>
        ))}
      </ul>
      {capture && <ProgramForm lang={lang} url={url} address={capture} />}
      <ExaminationForm lang={lang} receiverUrl={latestUrl} chosen="happy_path" />
      <section class="stack" data-live="received">
        <h2>{texts.received}</h2>
        {received.length > 0 ? (
          <div class="panel">
            <ReceivedList lang={lang} now={now} received={received} />
          </div>
        ) : (
          <EmptyList
            lang={lang}
            title={texts.emptyTitle}
            text={texts.emptyText}
            command={`npx sim session create --webhook-url ${capture}`}
          />
        )}
        <Pager lang={lang} url={url} nextCursor={nextCursor} />
      </section>
    </>
  );
}
