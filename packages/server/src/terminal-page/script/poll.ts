/** How the device learns what there is to do: it asks, as a real one does, once a second. And how it all begins. */
export const pollScript = `
  const POLL_MS = 1000;
  const LOST_POLL_MS = 2500;
  let waiting = [];
  let round = 0;
  let timer;

  const stop = () => {
    round += 1;
    clearTimeout(timer);
  };
  const start = () => {
    stop();
    const mine = round;
    const tick = async () => {
      let pause = POLL_MS;
      try {
        const pending = await ask('GET', '/transactions?status=PENDING');
        if (mine !== round) return;
        const voids = pending.status === 200 ? await ask('GET', '/transactions?status=VOID_PENDING') : pending;
        if (mine !== round) return;
        if (voids.status === 401) return refuse(voids);
        light('on');
        if (voids.status === 200) await consider([...voids.data.reverse(), ...pending.data.reverse()]);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        if (mine === round) light('lost');
        pause = LOST_POLL_MS;
      }
      if (mine === round) timer = setTimeout(tick, pause);
    };
    tick();
  };

  /** The oldest comes up by itself when the device is idle; what is on the screen may have changed meanwhile. */
  const consider = async (found) => {
    waiting = found;
    // What may have been sent already stays on the screen until that is known.
    if (busy || memory.unsure) return;
    if (order && !found.some((other) => stepOf(other) === stepOf(order))) return lookAgain(order);
    if (screen !== 'idle') return;
    const next = found.find((transaction) => !putOff.has(stepOf(transaction)));
    if (next) open(next);
    else drawWaiting();
  };

  const lookAgain = async (shown) => {
    const { status, data } = await ask('GET', orderPath(shown.orderId));
    if (busy || order !== shown) return;
    if (status === 200 && data.status === 'CANCELED' && screen === 'payment') {
      if (slot('cancelled').hidden) announce(slot('cancelled').textContent);
      slot('cancelled').hidden = false;
      return;
    }
    home(fillIn(texts.gone, { status: data?.status ?? status }), 'warn');
  };

  const drawWaiting = () => {
    const section = root.querySelector('[data-waiting]');
    const list = section.querySelector('ul');
    // Left alone while nothing changes, so that the focus stays where it is.
    const key = waiting.map(stepOf).join();
    section.hidden = waiting.length === 0;
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    list.replaceChildren(
      ...waiting.map((transaction) => {
        const line = document.createElement('li');
        const key = make('button', transaction.status === 'PENDING' ? texts.collect : texts.void, 'quiet-button');
        const amount = make('b', money(transaction.confirmData?.amountReference ?? transaction.amountReference, transaction.currencyReference));
        key.type = 'button';
        key.id = 'espera-' + transaction.id;
        amount.id = key.id + '-monto';
        key.setAttribute('aria-labelledby', key.id + ' ' + amount.id);
        key.addEventListener('click', () => open(transaction));
        line.append(amount, key);
        return line;
      }),
    );
  };

  const refuse = ({ detail }) => {
    stop();
    light('refused');
    show('refused');
    write('detail', detail);
  };

  const begin = () => {
    if (!memory) return show('pairing');
    if (memory.unsure) show('uncertain');
    else home();
    start();
  };

  const submits = {
    pairing: pair,
    payment: approve,
    uncertain: deliver,
    void: confirmVoid,
    batch: closeBatch,
    result: () => home(),
    refused: begin,
  };
  for (const [name, view] of views) {
    view.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!busy) submits[name]?.();
    });
  }
  const dialog = root.querySelector('[data-forget]');
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'forget') forget();
  });
  const actions = {
    decline: () => putAside(texts.declined),
    postpone: () => putAside(texts.postponed),
    'open-batch': openBatch,
    home: () => home(),
    forget: () => {
      dialog.returnValue = '';
      dialog.showModal();
    },
  };
  for (const key of root.querySelectorAll('[data-action]')) {
    key.addEventListener('click', () => {
      if (!busy) actions[key.dataset.action]();
    });
  }
  for (const choice of root.querySelectorAll('[name=card]')) {
    choice.addEventListener('change', () => {
      field('franchise').value = choice.value === 'D' ? 'MAESTRO' : 'VISA';
    });
  }
  // Another tab of this browser is the same terminal.
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE && key !== null) return;
    const before = memory?.secret;
    memory = load();
    if (memory?.secret === before) return;
    if (memory) begin();
    else forget();
  });

  if (crypto.subtle || typeof plainHmac !== 'undefined') begin();
  else show('insecure');`;
