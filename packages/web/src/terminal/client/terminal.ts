import type { DataOf } from '@svc-simulator/client';
import type { activateTerminal } from '@svc-simulator/contract';
import { element } from '../../kit/client/element.ts';
import { loadStoredTerminal, STORAGE_KEY } from './memory.ts';
import * as page from './page.ts';
import * as payments from './payments.ts';
import { Poll } from './poll.ts';
import { createSender } from './requests.ts';
import { fillIn, scriptTexts, terminalRoot } from './texts.ts';
import { VirtualTerminal } from './virtual-terminal.ts';

const send = createSender(page.showRequest, document.documentElement.lang);
const terminal = new VirtualTerminal(send);
const poll = new Poll(terminal);
addListeners();
startTerminal();
if (!terminal.storedTerminal) pairFromLink();

function startTerminal() {
  if (!terminal.storedTerminal) return terminal.show('pairing');
  if (terminal.storedTerminal.unsure) terminal.show('uncertain');
  else terminal.showHome();
  poll.start();
}

/** Pairs with serial and code from the URL's fragment, and removes them from the URL. */
function pairFromLink() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  if (!parameters.has('code')) return;
  history.replaceState(null, '', location.pathname + location.search);
  for (const name of ['serial', 'code']) page.inputField(name).value = parameters.get(name) ?? '';
  void pairDevice();
}

function addListeners() {
  const submitActions: Readonly<Record<string, () => unknown>> = {
    pairing: pairDevice,
    payment: () => payments.approve(terminal),
    uncertain: () => payments.sendConfirmation(terminal),
    void: () => payments.confirmVoid(terminal),
    batch: () => payments.settleBatch(terminal),
    result: () => terminal.showHome(),
    refused: startTerminal,
  };
  for (const form of page.screenForms)
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!terminal.isBusy) submitActions[form.dataset.screen ?? '']?.();
    });

  const dialog = element<HTMLDialogElement>('[data-forget]', terminalRoot);
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'forget') forget();
  });
  const actions: Readonly<Record<string, () => void>> = {
    decline: () => payments.postpone(terminal, scriptTexts.declined),
    postpone: () => payments.postpone(terminal, scriptTexts.postponed),
    'open-batch': () => payments.showBatch(terminal),
    home: () => terminal.showHome(),
    forget: () => {
      dialog.returnValue = '';
      dialog.showModal();
    },
  };
  for (const button of terminalRoot.querySelectorAll<HTMLElement>('[data-action]'))
    button.addEventListener('click', () => {
      if (!terminal.isBusy) actions[button.dataset.action ?? '']?.();
    });

  for (const choice of terminalRoot.querySelectorAll<HTMLInputElement>('[name=card]'))
    choice.addEventListener('change', () => {
      page.inputField('franchise').value = choice.value === 'D' ? 'MAESTRO' : 'VISA';
    });

  // All tabs of a browser are one terminal, so this tab follows changes that another tab stores.
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY && key !== null) return;
    const previousSecret = terminal.storedTerminal?.secret;
    terminal.storedTerminal = loadStoredTerminal();
    if (terminal.storedTerminal?.secret === previousSecret) return;
    if (terminal.storedTerminal) startTerminal();
    else forget();
  });
}

function pairDevice(): Promise<void> | void {
  const serial = page.inputField('serial').value.trim();
  const code = page.inputField('code').value.trim();
  if (!serial) return page.showError(scriptTexts.serialMissing, page.inputField('serial'));
  if (!/^\d{6}$/.test(code)) return page.showError(scriptTexts.codeWrong, page.inputField('code'));
  return terminal.runExclusively(async () => {
    const request = { serial, method: 'POST', path: '/pairing/activate', body: { serial, code } } as const;
    const answer = await send<DataOf<typeof activateTerminal>>(request);
    if (answer.status !== 200) {
      const detail = answer.detail?.replace('/code', scriptTexts.code);
      return page.showError(fillIn(scriptTexts.codeRefused, { detail }), page.inputField('code'));
    }
    const secret = answer.data.secret_key;
    terminal.storedTerminal = { serial, secret, batch: 1, trace: 0, count: 0, totals: {} };
    // Saved before the next request, because the simulator returns the secret only once.
    terminal.save();
    page.inputField('code').value = '';
    terminal.storedTerminal.batch = await payments.fetchNextBatchNumber(terminal).catch(() => 1);
    terminal.save();
    terminal.showHome(scriptTexts.paired);
    poll.start();
  });
}

function forget() {
  poll.stop();
  terminal.storedTerminal = null;
  terminal.save();
  terminal.waitingTransactions = [];
  terminal.postponedSteps.clear();
  page.setLight('off');
  terminal.show('pairing');
  page.announceToReaders(scriptTexts.forgotten);
}
