/**
 * `limit-http`: a minimal hono service that parses a button session, validates it with zod, inserts it into a
 * Map, and responds. It has no account, journal, QR code, or trace.
 */
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';
import { work } from '../workers.ts';

const text = (max: number) => z.string().trim().min(1).max(max);
const button = z.object({
  amount_reference: z.number().positive().max(999_999_999_999.99),
  currency_reference: z.enum(['USD', 'EUR', 'COP', 'USDT', 'VES']),
  identifier_label: text(500),
  identifier: text(500),
  description: text(2000),
  success_url: text(2048),
  failure_url: text(2048),
  agreement_id: text(500),
  webhook_url: text(2048).optional(),
  duration_minutes: z.number().int().min(5).max(20).default(10),
  internal_reference: text(500).optional(),
});

const sessions = new Map<string, unknown>();
const app = new Hono();

app.post('/sessions', zValidator('json', button), (context) => {
  const session = { id: randomUUID(), status: 'pending', ...context.req.valid('json') };
  sessions.set(session.id, session);
  return context.json({ status: 201, title: 'Session created', data: session }, 201);
});

app.get('/sessions/:id', (context) => {
  const session = sessions.get(context.req.param('id'));
  if (!session) return context.json({ title: 'Not Found' }, 404);
  return context.json({ status: 200, title: 'Session status', data: session });
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  work({ url: `http://127.0.0.1:${port}` }),
);
