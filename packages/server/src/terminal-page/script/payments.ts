/** What the keys do: pair, approve, decline, void, close the batch, forget. */
export const paymentScript = String.raw`
  /** The transaction on the screen, and those that were put off: they wait in the list instead of coming up again. */
  let order = null;
  const putOff = new Set();
  const stepOf = ({ id, status }) => id + ' ' + status;
  let busy = false;

  const field = (id) => document.getElementById(id);

  /** Runs one thing at a time; the keys rest meanwhile. */
  const busily = async (work) => {
    if (busy) return;
    busy = true;
    device.setAttribute('aria-busy', 'true');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      light('lost');
      fail(texts.noAnswer);
    } finally {
      busy = false;
      device.removeAttribute('aria-busy');
    }
  };

  const pair = () => {
    const serial = field('serial').value.trim();
    const code = field('code').value.trim();
    if (!serial) return fail(texts.serialMissing, field('serial'));
    if (!/^\d{6}$/.test(code)) return fail(texts.codeWrong, field('code'));
    return busily(async () => {
      const answer = await send(serial, 'POST', '/pairing/activate', { serial, code });
      if (answer.status !== 200) return fail(fillIn(texts.codeRefused, answer), field('code'));
      memory = { serial, secret: answer.data.secret_key, batch: 1, trace: 0, count: 0, totals: {} };
      // The secret is handed out once: it is kept before anything else can go wrong.
      save();
      field('code').value = '';
      memory.batch = await nextBatch().catch(() => 1);
      save();
      home(texts.paired);
      start();
    });
  };

  const open = (transaction) => {
    order = transaction;
    const voiding = transaction.status === 'VOID_PENDING';
    show(voiding ? 'void' : 'payment');
    const { amountReference, currencyReference, confirmData } = transaction;
    write('amount', money(confirmData?.amountReference ?? amountReference, currencyReference));
    const paid = voiding
      ? [[texts.authorization, confirmData?.authorizationCode], [texts.card, cardOf(confirmData ?? {})], [texts.trace, confirmData?.trace]]
      : [];
    writeRows([[texts.order, transaction.orderId], [texts.client, transaction.clientIdentification], ...paid]);
    if (voiding) return;
    slot('cancelled').hidden = true;
    slot('editable').hidden = !transaction.allowAmountChange;
    slot('amount').hidden = transaction.allowAmountChange;
    slot('unit').textContent = '(' + currencyReference + ')';
    field('amount').value = amountReference.toFixed(2).replace('.', decimalMark);
  };
  const cardOf = ({ cardTypeForRpt, visOrMccCard }) =>
    [visOrMccCard, { C: texts.credit, D: texts.debit }[cardTypeForRpt]].filter(Boolean).join(' · ');

  const approve = () => {
    const typed = field('amount').value.trim();
    const amount = order.allowAmountChange ? Number(typed.replace(',', '.')) : order.amountReference;
    if (order.allowAmountChange && !(/^\d{1,12}([.,]\d{1,2})?$/.test(typed) && amount > 0)) {
      return fail(texts.amountWrong, field('amount'));
    }
    memory.trace = (memory.trace % 999999) + 1;
    const now = new Date().toISOString();
    const body = {
      authorizationCode: random(6),
      processCode: '000000',
      commitAt: now,
      amountReference: amount,
      terminalNumber: terminalNumber(),
      trace: String(memory.trace).padStart(6, '0'),
      utcDate: now,
      cardTypeForRpt: views.get('payment').querySelector('[name=card]:checked').value,
      visOrMccCard: field('franchise').value,
      batchNumber: memory.batch,
    };
    // Kept until there is an answer: what is sent again, even after a reload, has the same authorization code.
    memory.unsure = { order, body };
    save();
    return deliver();
  };

  const deliver = () =>
    busily(async () => {
      const { order: meant, body } = memory.unsure;
      let answer;
      try {
        answer = await ask('POST', orderPath(meant.orderId) + '/commit', body);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        light('lost');
        if (screen === 'uncertain') fail(texts.noAnswer);
        else show('uncertain');
        return;
      }
      if (answer.status === 401) return refuse(answer);
      delete memory.unsure;
      if (answer.status === 200) {
        memory.count += 1;
        const { currencyReference } = meant;
        // Counted in hundredths, so that a long day adds up.
        memory.totals[currencyReference] = (memory.totals[currencyReference] ?? 0) + Math.round(body.amountReference * 100);
        save();
        return finish(texts.approved, answer.data, body);
      }
      save();
      putOff.add(stepOf(meant));
      home(fillIn(texts.notTaken, answer), 'warn');
    });

  const finish = (heading, transaction, confirmed) => {
    order = null;
    show('result');
    write('heading', heading);
    write('amount', money(confirmed.amountReference ?? transaction.amountReference, transaction.currencyReference));
    writeRows([
      [texts.authorization, confirmed.authorizationCode],
      [texts.card, cardOf(confirmed)],
      [texts.trace, confirmed.trace],
      [texts.batch, confirmed.batchNumber],
      [texts.order, transaction.orderId],
      [texts.time, hour(transaction.updatedAt)],
    ]);
    announce(heading);
  };

  const putAside = (message) => {
    const { amountReference, confirmData, currencyReference } = order;
    putOff.add(stepOf(order));
    home(fillIn(message, { amount: money(confirmData?.amountReference ?? amountReference, currencyReference) }));
  };

  const confirmVoid = () =>
    busily(async () => {
      const meant = order;
      const answer = await ask('POST', orderPath(meant.orderId) + '/cancellation/commit');
      if (answer.status === 401) return refuse(answer);
      if (answer.status === 200) return finish(texts.voided, answer.data, answer.data.confirmData ?? {});
      putOff.add(stepOf(meant));
      home(fillIn(texts.notTaken, answer), 'warn');
    });

  const totals = () => Object.entries(memory.totals).sort(([, one], [, other]) => other - one);
  const openBatch = () => {
    show('batch');
    writeRows([
      [texts.batch, memory.batch],
      [texts.count, memory.count],
      ...totals().map(([currency, minor]) => [texts.total, money(minor / 100, currency)]),
    ]);
    field('currency').value = totals()[0]?.[0] ?? 'VES';
  };

  const closeBatch = () =>
    busily(async () => {
      const repeated = memory.closing;
      const body = repeated ?? {
        batchNumber: memory.batch,
        transactionCount: memory.count,
        closedAt: new Date().toISOString(),
        currencyReference: field('currency').value,
        terminal: terminalNumber(),
      };
      memory.closing = body;
      save();
      const answer = await ask('POST', '/settlements', body);
      if (answer.status === 401) return refuse(answer);
      delete memory.closing;
      // Of a closing that got no answer the first time, the second is told that it is done.
      const closed = answer.status === 201 || (answer.status === 409 && repeated);
      if (closed) Object.assign(memory, { batch: memory.batch + 1, count: 0, totals: {} });
      else if (answer.status === 409) memory.batch = await nextBatch();
      save();
      if (!closed && answer.status === 409) {
        openBatch();
        return fail(fillIn(texts.batchTaken, { batch: body.batchNumber, next: memory.batch }));
      }
      if (!closed) return fail(fillIn(texts.notTaken, answer));
      show('result');
      write('heading', texts.closed);
      write('amount', '');
      writeRows([[texts.batch, body.batchNumber], [texts.count, body.transactionCount], [texts.time, hour(body.closedAt)]]);
      announce(texts.closed);
    });

  const forget = () => {
    stop();
    memory = null;
    try {
      localStorage.removeItem(STORAGE);
    } catch {
      // Nothing was kept.
    }
    waiting = [];
    putOff.clear();
    light('off');
    show('pairing');
    announce(texts.forgotten);
  };`;
