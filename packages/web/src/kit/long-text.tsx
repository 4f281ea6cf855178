import { t } from './speaking.ts';

/** Beyond this many characters a text is folded to a few lines. */
const FOLD_AFTER = 140;

/** A text that users wrote, in its own direction of writing; of a long one some lines, and the whole when it is pressed. */
export function LongText({ text, id }: Readonly<{ text: string; id?: string }>) {
  if (text.length <= FOLD_AFTER) return <bdi class="text">{text}</bdi>;
  return (
    <details class="long" id={id}>
      <summary>
        <bdi class="text clamp">{text}</bdi>
        <span class="more">{t('kit.longText.more')}</span>
        <span class="less">{t('kit.longText.less')}</span>
      </summary>
    </details>
  );
}
