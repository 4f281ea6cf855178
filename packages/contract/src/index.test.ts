import { expect, it } from 'vitest';
import * as contract from './index.ts';

it('exports what it promises, and nothing by accident', () => {
  expect(Object.keys(contract).sort()).toMatchSnapshot();
});
