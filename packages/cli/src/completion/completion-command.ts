import { script } from '@bomb.sh/tab';
import type { Command } from 'commander';
import type { CliContext, CliOutput } from '../cli-context.ts';
import { declareParameters } from '../parameters.ts';

export const declareCompletion = (command: Command, { t, stdout }: CliContext): void => {
  const name = command.parent?.name() ?? 'sim';
  declareParameters(t, command, { '<shell>': { text: 'cli.env.shell', choices: completionShells } });
  command
    .addHelpText('after', t('cli.completion.help', { name }))
    .action((shell: CompletionShell) => printCompletionScript(shell, name, stdout));
};

const completionShells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type CompletionShell = (typeof completionShells)[number];

/**
 * Prints a script. For shells other than bash, the library prints its own script with `console.log`, and not
 * to `stdout`.
 */
function printCompletionScript(shell: CompletionShell, name: string, stdout: CliOutput): void {
  if (shell === 'bash') stdout.write(bashScript(name));
  else script(shell, name, name);
}

/**
 * Returns a script for bash 3.2 or later. The library's script needs the package bash-completion, which macOS
 * lacks, and passes input through `eval`.
 */
function bashScript(name: string): string {
  return `# bash completion for ${name}

__${name}_complete() {
    local line=\${COMP_LINE:0:COMP_POINT} words=() out directive typed value program=\${COMP_WORDS[0]}
    IFS=$' \\t\\n' read -r -d '' -a words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    out=$("\${program/#\\~/$HOME}" complete -- "\${words[@]:1}" 2> /dev/null) || return
    directive=\${out##*:}
    out=\${out%:*}

    # bash splits words at = and :, and replaces only the part after the last one.
    typed=\${words[\${#words[@]} - 1]}
    [[ $typed == -*=* ]] && typed=\${typed#*=}
    [[ $COMP_WORDBREAKS == *:* ]] && typed=\${typed%"\${typed##*:}"} || typed=
    COMPREPLY=()
    while IFS= read -r value; do
        value=\${value%%$'\\t'*}
        [[ -n $value ]] && COMPREPLY+=("\${value#"$typed"}")
    done <<< "$out"
    # Offers file names only if the program asks for them. bash 3.2 has no compopt: it offers them if nothing else fits.
    [[ $directive == 4 ]] && compopt +o default 2> /dev/null
    return 0
}

complete -o default -F __${name}_complete ${name}
`;
}
