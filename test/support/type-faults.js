import ts from 'typescript';

/*
 * `node type-faults.js OPTIONS FILE…`, with the compiler's options as JSON: prints what is wrong in the files and in the package's declarations,
 * one `FILE(LINE): MESSAGE` each. The compiler itself would also check all of @types/node, which takes most of its time.
 */
const [options, ...files] = process.argv.slice(2);
const parsed = ts.convertCompilerOptionsFromJson(JSON.parse(options), process.cwd());
const program = ts.createProgram(files, { ...parsed.options, noEmit: true });
const own = program
  .getSourceFiles()
  .filter(({ fileName }) => files.includes(fileName) || fileName.includes('/svc-simulator/'));
const found = [
  ...parsed.errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]),
];
for (const { file, start, messageText } of found) {
  const place = file ? `${file.fileName}(${ts.getLineAndCharacterOfPosition(file, start).line + 1})` : '';
  console.log(`${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
