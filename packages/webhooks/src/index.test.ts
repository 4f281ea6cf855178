import { expect, it } from 'vitest';
import * as webhooks from './index.ts';
import type * as Declared from './webhooks-api.ts';

it('exports the public functions', () => {
  expect(Object.keys(webhooks).sort()).toEqual([
    'WebhookError',
    'fastifyPlugin',
    'nodeHandler',
    'requestHandler',
    'verifyWebhook',
  ]);
});

it('exports exactly the types that it declares', () => {
  // The type checker compares the types; at run time, only their presence is tested.
  const functions: Pick<
    typeof Declared,
    'verifyWebhook' | 'requestHandler' | 'nodeHandler' | 'fastifyPlugin'
  > = webhooks;
  const error: Declared.WebhookError = new webhooks.WebhookError({ code: 'clock_differs' }, 'en');
  expect(functions.verifyWebhook).toBeTypeOf('function');
  expect(error).toBeInstanceOf(Error);
});
