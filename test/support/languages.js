/** The languages of examples/verify, with the commands that run each example and its Debian package. */
import { delimiter, join } from 'node:path';
import { isExecutable } from './debian-package.js';

const language = (name, debianPackage, file, ...commands) => ({
  name,
  debianPackage,
  files: [file],
  commands,
  isThere: () => commands.every(([program]) => isOnPath(program)),
});

export const languages = [
  language('Python', 'python3', 'verify.py', ['python3', 'verify.py']),
  language('PHP', 'php-cli', 'verify.php', ['php', 'verify.php']),
  language('Java', 'default-jdk-headless', 'Verify.java', ['javac', 'Verify.java'], ['java', 'Verify']),
  language('C#', 'mono-mcs', 'Verify.cs', ['mcs', '-r:System.Net.Http', 'Verify.cs'], ['mono', 'Verify.exe']),
  language('Go', 'golang-go', 'verify.go', ['go', 'run', 'verify.go']),
  language('Ruby', 'ruby', 'verify.rb', ['ruby', 'verify.rb']),
];

/** @param {string} program */
function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
}
