/**
 * The console's only script. The pages work without it; with it they stay up to date by themselves, copy, and show the
 * reader's own time.
 */
import { followButtons } from '../../kit/client/buttons.ts';
import { dress, keepTimes } from './dress.ts';
import { followForms, followSearchKey } from './forms.ts';
import { follow } from './live.ts';
import { followPictures } from './pictures.ts';

// A notice of what was done is said once, not again when the page is loaded anew.
const address = new URL(location.href);
if (address.searchParams.has('done')) {
  address.searchParams.delete('done');
  history.replaceState(null, '', address);
}

followButtons();
followForms();
followPictures();
followSearchKey();
const live = document.getElementById('content')?.dataset.liveUrl;
// Before the times are in the reader's own form, which what is fetched is not: the regions are compared as they were sent.
if (live) follow(live);
dress(document);
keepTimes();
// Whoever follows a link to a delivery wants its reasons. It is no `:target` yet when this runs.
const openTarget = () => {
  const target = `.delivery[id="${CSS.escape(location.hash.slice(1))}"]`;
  for (const folded of document.querySelectorAll<HTMLDetailsElement>(`${target} > details`))
    folded.open = true;
};
openTarget();
addEventListener('hashchange', openTarget);
