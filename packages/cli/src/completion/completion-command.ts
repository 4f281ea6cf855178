import { t } from '@svc-simulator/core';
import { Argument } from 'commander';
import type { Declare } from '../command.ts';
import { printCompletionScript, type Shell, shells } from './scripts.ts';

/** Prints a shell's script for the program that the command belongs to: `sim`, or `relay`. */
export const declare: Declare = (command, { stdout }) => {
  const name = command.parent?.name() ?? 'sim';
  command
    .addArgument(new Argument('<shell>', t`one of: ${shells.join(', ')}`).choices(shells))
    .addHelpText(
      'after',
      t`
Load it when the shell starts:
  bash         echo 'source <(${name} completion bash)' >> ~/.bashrc
  zsh          echo 'source <(${name} completion zsh)' >> ~/.zshrc    (after compinit)
  fish         ${name} completion fish > ~/.config/fish/completions/${name}.fish
  powershell   ${name} completion powershell >> $PROFILE

It completes the word ${name}, so that has to be a program on the PATH, or a function of the shell's.`,
    )
    .action((shell: Shell) => printCompletionScript(shell, name, stdout));
};
