import { expect, it } from 'vitest';
import { apart, ofNobody, onTrainees, reads, writes } from '../../test/account-commands.ts';
import { commandTree } from '../command-tree.ts';

it('every command says in cli/test/account-commands.ts as which account it works, or why it works as none', () => {
  const all = commandTree.flatMap((entry) =>
    'commands' in entry ? entry.commands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
  );
  const known = [...reads.map(([command]) => command), ...writes.map(([command]) => command)];
  expect([...known, ...onTrainees, ...apart, ...ofNobody].sort()).toEqual(all.sort());
});
