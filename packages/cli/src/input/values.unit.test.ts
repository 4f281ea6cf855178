import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  parseAmount,
  parseBaseUrl,
  parseDelay,
  parseLimit,
  parsePort,
  parseReceiverUrl,
  parseServedPort,
  parseSimulatorUrl,
  parseTargetPort,
  parseTimeout,
  parseWholeNumber,
} from './values.ts';

const parsers = {
  parseAmount,
  parseBaseUrl,
  parseDelay,
  parseLimit,
  parsePort,
  parseReceiverUrl,
  parseServedPort,
  parseSimulatorUrl,
  parseTargetPort,
  parseTimeout,
  parseWholeNumber,
};

describe('options with values', () => {
  it.each([
    ['parsePort', '0', 0],
    ['parsePort', '65535', 65_535],
    ['parsePort', '6000', 6000],
    ['parseServedPort', '0', 0],
    ['parseServedPort', '4010', 4010],
    ['parseTargetPort', '1', 1],
    ['parseDelay', '86400000', 86_400_000],
    ['parseTimeout', '1', 1],
    ['parseLimit', '1000', 1000],
    ['parseWholeNumber', '12', 12],
    ['parseAmount', '25.50', 25.5],
    ['parseAmount', '-1', -1],
    ['parseAmount', '12,50', 12.5],
    ['parseBaseUrl', 'http://localhost:4010/', 'http://localhost:4010'],
    ['parseBaseUrl', 'HTTPS://sim.example/base//', 'HTTPS://sim.example/base'],
    ['parseSimulatorUrl', 'ws://localhost:4010/', 'http://localhost:4010'],
    ['parseSimulatorUrl', 'WSS://sim.example/base', 'https://sim.example/base'],
    ['parseSimulatorUrl', 'http://localhost:4010', 'http://localhost:4010'],
  ] as const)('accepts with %s the text %j', (name, text, value) => {
    expect(parsers[name](inEnglish, text)).toBe(value);
  });

  it.each([
    ['parseServedPort', ['1', '22', '6000', '6667', '10080', '65536']],
    ['parsePort', ['65536', '-1', '1.5', '0x10', '', ' 1', '1e3', 'abc', '99999999999999999999']],
    ['parseTargetPort', ['0', '65536']],
    ['parseDelay', ['86400001', '-1', '5s']],
    ['parseTimeout', ['0', '2147483648']],
    ['parseLimit', ['0', '1001']],
    ['parseWholeNumber', ['1.5', '-1']],
    ['parseAmount', ['', 'ten', '1e3', '1,500', '1,', 'Infinity', '.5', '1.']],
    [
      'parseBaseUrl',
      ['localhost:4010', 'ftp://sim.example', 'http://', 'http://sim.example/?a=1', 'http://sim.example/#a'],
    ],
    ['parseBaseUrl', ['http://shop:pw@127.0.0.1:1', 'ws://127.0.0.1:1']],
    ['parseSimulatorUrl', ['wsx://sim.example', 'ftp://sim.example', 'ws://', 'ws://shop:pw@127.0.0.1:1']],
    ['parseReceiverUrl', ['localhost:3000', 'ftp://shop.example', '3000']],
  ] as const)('refuses with %s each of the texts %j', (name, texts) => {
    for (const text of texts)
      expect(() => parsers[name](inEnglish, text), text).toThrow(InvalidArgumentError);
  });
});
