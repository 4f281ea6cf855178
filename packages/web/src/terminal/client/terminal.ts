import type { DataOf } from '@svc-simulator/client';
import type { activateTerminal } from '@svc-simulator/contract';
import { element } from '../../kit/client/element.ts';
import { loadMemory, STORAGE } from './memory.ts';
import { announce, fail, field, fillIn, light, note, root, texts, views } from './page.ts';
import { approve, closeBatch, confirmVoid, deliver, leaveFor, nextBatch, openBatch } from './payments.ts';
import { Poll } from './poll.ts';
import { type Send, sender } from './requests.ts';
import { Till } from './till.ts';

runTerminal();

/** The terminal's only script: a client of the terminal's API in the browser, which keeps the secret and signs. */
function runTerminal(): void {
  const send = sender(note);
  const till = new Till(send);
  const poll = new Poll(till);
  listen(send, till, poll);
  begin(till, poll);
  if (!till.memory) takeOffer(send, till, poll);
}

function begin(till: Till, poll: Poll) {
  if (!till.memory) return till.show('pairing');
  if (till.memory.unsure) till.show('uncertain');
  else till.home();
  poll.start();
}

/** A link of the console brings serial and code along, behind the `#`: they are used once, and leave the address. */
function takeOffer(send: Send, till: Till, poll: Poll) {
  const offer = new URLSearchParams(location.hash.slice(1));
  if (!offer.has('code')) return;
  history.replaceState(null, '', location.pathname + location.search);
  for (const name of ['serial', 'code']) field(name).value = offer.get(name) ?? '';
  void pair(send, till, poll);
}

function listen(send: Send, till: Till, poll: Poll) {
  const submits: Readonly<Record<string, () => unknown>> = {
    pairing: () => pair(send, till, poll),
    payment: () => approve(till),
    uncertain: () => deliver(till),
    void: () => confirmVoid(till),
    batch: () => closeBatch(till),
    result: () => till.home(),
    refused: () => begin(till, poll),
  };
  for (const view of views)
    view.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!till.isBusy) submits[view.dataset.screen ?? '']?.();
    });

  const dialog = element<HTMLDialogElement>('[data-forget]', root);
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'forget') forget(till, poll);
  });
  const actions: Readonly<Record<string, () => void>> = {
    decline: () => leaveFor(till, texts.declined),
    postpone: () => leaveFor(till, texts.postponed),
    'open-batch': () => openBatch(till),
    home: () => till.home(),
    forget: () => {
      dialog.returnValue = '';
      dialog.showModal();
    },
  };
  for (const key of root.querySelectorAll<HTMLElement>('[data-action]'))
    key.addEventListener('click', () => {
      if (!till.isBusy) actions[key.dataset.action ?? '']?.();
    });

  for (const choice of root.querySelectorAll<HTMLInputElement>('[name=card]'))
    choice.addEventListener('change', () => {
      field('franchise').value = choice.value === 'D' ? 'MAESTRO' : 'VISA';
    });

  // Another tab of this browser is the same terminal.
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE && key !== null) return;
    const before = till.memory?.secret;
    till.memory = loadMemory();
    if (till.memory?.secret === before) return;
    if (till.memory) begin(till, poll);
    else forget(till, poll);
  });
}

function pair(send: Send, till: Till, poll: Poll): Promise<void> | void {
  const serial = field('serial').value.trim();
  const code = field('code').value.trim();
  if (!serial) return fail(texts.serialMissing, field('serial'));
  if (!/^\d{6}$/.test(code)) return fail(texts.codeWrong, field('code'));
  return till.busily(async () => {
    const request = { serial, method: 'POST', path: '/pairing/activate', body: { serial, code } } as const;
    const answer = await send<DataOf<typeof activateTerminal>>(request);
    if (answer.status !== 200) {
      const detail = answer.detail?.replace('/code', texts.code);
      return fail(fillIn(texts.codeRefused, { detail }), field('code'));
    }
    const secret = answer.data.secret_key;
    till.memory = { serial, secret, batch: 1, trace: 0, count: 0, totals: {} };
    // The secret is handed out once: it is kept before anything else can go wrong.
    till.save();
    field('code').value = '';
    till.memory.batch = await nextBatch(till).catch(() => 1);
    till.save();
    till.home(texts.paired);
    poll.start();
  });
}

function forget(till: Till, poll: Poll) {
  poll.stop();
  till.memory = null;
  till.save();
  till.waiting = [];
  till.putOff.clear();
  light('off');
  till.show('pairing');
  announce(texts.forgotten);
}
