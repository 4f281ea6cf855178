import type { DataOf } from '@svc-simulator/client';
import type { activateTerminal } from '@svc-simulator/contract';
import { element } from '../../kit/client/element.ts';
import { loadMemory, STORAGE_KEY } from './memory.ts';
import {
  announceToReaders,
  fail,
  fillIn,
  inputField,
  listRequest,
  scriptTexts,
  setLight,
  terminalRoot,
  views,
} from './page.ts';
import { approve, confirmVoid, deliver, nextBatch, openBatch, postpone, settleBatch } from './payments.ts';
import { Poll } from './poll.ts';
import { createSender, type SendRequest } from './requests.ts';
import { Till } from './till.ts';

runTerminal();

/** The terminal's only script: a client of the terminal's API that stores the secret and signs. */
function runTerminal(): void {
  const send = createSender(listRequest);
  const till = new Till(send);
  const poll = new Poll(till);
  listenToKeys(send, till, poll);
  startTerminal(till, poll);
  if (!till.memory) pairFromLink(send, till, poll);
}

function startTerminal(till: Till, poll: Poll) {
  if (!till.memory) return till.show('pairing');
  if (till.memory.unsure) till.show('uncertain');
  else till.home();
  poll.start();
}

/** Pairs with serial and code from the URL's fragment, and removes them from the URL. */
function pairFromLink(send: SendRequest, till: Till, poll: Poll) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  if (!parameters.has('code')) return;
  history.replaceState(null, '', location.pathname + location.search);
  for (const name of ['serial', 'code']) inputField(name).value = parameters.get(name) ?? '';
  void pairDevice(send, till, poll);
}

function listenToKeys(send: SendRequest, till: Till, poll: Poll) {
  const submits: Readonly<Record<string, () => unknown>> = {
    pairing: () => pairDevice(send, till, poll),
    payment: () => approve(till),
    uncertain: () => deliver(till),
    void: () => confirmVoid(till),
    batch: () => settleBatch(till),
    result: () => till.home(),
    refused: () => startTerminal(till, poll),
  };
  for (const view of views)
    view.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!till.isBusy) submits[view.dataset.screen ?? '']?.();
    });

  const dialog = element<HTMLDialogElement>('[data-forget]', terminalRoot);
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'forget') forget(till, poll);
  });
  const actions: Readonly<Record<string, () => void>> = {
    decline: () => postpone(till, scriptTexts.declined),
    postpone: () => postpone(till, scriptTexts.postponed),
    'open-batch': () => openBatch(till),
    home: () => till.home(),
    forget: () => {
      dialog.returnValue = '';
      dialog.showModal();
    },
  };
  for (const key of terminalRoot.querySelectorAll<HTMLElement>('[data-action]'))
    key.addEventListener('click', () => {
      if (!till.isBusy) actions[key.dataset.action ?? '']?.();
    });

  for (const choice of terminalRoot.querySelectorAll<HTMLInputElement>('[name=card]'))
    choice.addEventListener('change', () => {
      inputField('franchise').value = choice.value === 'D' ? 'MAESTRO' : 'VISA';
    });

  // Another tab of this browser is the same terminal.
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY && key !== null) return;
    const before = till.memory?.secret;
    till.memory = loadMemory();
    if (till.memory?.secret === before) return;
    if (till.memory) startTerminal(till, poll);
    else forget(till, poll);
  });
}

function pairDevice(send: SendRequest, till: Till, poll: Poll): Promise<void> | void {
  const serial = inputField('serial').value.trim();
  const code = inputField('code').value.trim();
  if (!serial) return fail(scriptTexts.serialMissing, inputField('serial'));
  if (!/^\d{6}$/.test(code)) return fail(scriptTexts.codeWrong, inputField('code'));
  return till.runExclusively(async () => {
    const request = { serial, method: 'POST', path: '/pairing/activate', body: { serial, code } } as const;
    const answer = await send<DataOf<typeof activateTerminal>>(request);
    if (answer.status !== 200) {
      const detail = answer.detail?.replace('/code', scriptTexts.code);
      return fail(fillIn(scriptTexts.codeRefused, { detail }), inputField('code'));
    }
    const secret = answer.data.secret_key;
    till.memory = { serial, secret, batch: 1, trace: 0, count: 0, totals: {} };
    // The simulator returns the secret only once, so it is stored first.
    till.save();
    inputField('code').value = '';
    till.memory.batch = await nextBatch(till).catch(() => 1);
    till.save();
    till.home(scriptTexts.paired);
    poll.start();
  });
}

function forget(till: Till, poll: Poll) {
  poll.stop();
  till.memory = null;
  till.save();
  till.waiting = [];
  till.postponed.clear();
  setLight('off');
  till.show('pairing');
  announceToReaders(scriptTexts.forgotten);
}
