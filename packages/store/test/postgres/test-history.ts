const DAY_MS = 86_400_000;
const FIRST_EVENT = 1_000_000;

/**
 * Returns SQL that creates `sessions` sessions of the ten days before `now`, for all `accounts` in turn, with
 * two deliveries and eight events each. One in a hundred has expired; one in fifty has an abandoned delivery.
 */
export function historySql(accounts: readonly string[], sessions: number, now: number): string {
  const account = `(array['${accounts.join("','")}'])[1 + n % ${accounts.length}]`;
  const sweptAt = `${now + 4 * DAY_MS} + n`;
  return `
    insert into svc_sim.records (kind, id, account, tags, alarm_at, due_at, value)
      select 'session', 's' || n, ${account},
        case when n % 100 = 0 then '{expired,button,button.expired}' else '{paid,button,button.paid}' end::text[],
        ${sweptAt}, ${sweptAt}, convert_to('{"id":"s' || n || '","accountId":"' || ${account} || '"}', 'UTF8')
      from generate_series(1, ${sessions}) as n;
    insert into svc_sim.records (kind, id, account, tags, alarm_at, due_at, value)
      select 'delivery', 'd' || n || '-' || m, ${account},
        case when n % 50 = 0 then array['session:s' || n, 'gave_up'] else array['session:s' || n] end,
        ${sweptAt}, ${sweptAt}, convert_to('{"id":"d' || n || '"}', 'UTF8')
      from generate_series(1, ${sessions}) as n, generate_series(1, 2) as m;
    insert into svc_sim.events (account, id, at, type, session_id, json)
      select ${account}, ${FIRST_EVENT} + (n / ${accounts.length}) * 8 + m,
        ${now - 10 * DAY_MS} + n * ${(10 * DAY_MS) / sessions}::numeric,
        (array['session.created', 'session.paid', 'webhook.emitted', 'webhook.delivered', 'webhook.received',
          'webhook.emitted', 'webhook.delivered', 'webhook.received'])[m],
        's' || n, convert_to('{"id":1}', 'UTF8')
      from generate_series(1, ${sessions}) as n, generate_series(1, 8) as m;
    insert into svc_sim.counters (account, last_event) select account, max(id) from svc_sim.events group by account
      on conflict (account) do update set last_event = greatest(counters.last_event, excluded.last_event);`;
}
