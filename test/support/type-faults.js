import ts from 'typescript';

/*
 * `node type-faults.js CHECKS`: `CHECKS` is a JSON list of `{ options, files }`. For each, prints a JSON list
 * of `FILE(LINE): MESSAGE` with the type errors in the files and in the package's declarations. Skips
 * @types/node, which would take most of the time.
 */
const knownTypes = new Map();

for (const { options, files } of JSON.parse(process.argv[2]))
  console.log(JSON.stringify(faults(options, files)));

function faults(sources, files) {
  const { options, errors } = ts.convertCompilerOptionsFromJson(sources, process.cwd());
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, how, ...more) => {
    if (!/\/node_modules\/(typescript|@types)\//.test(name)) return getSourceFile(name, how, ...more);
    const key = `${name} ${how.impliedNodeFormat}`;
    if (!knownTypes.has(key)) knownTypes.set(key, getSourceFile(name, how, ...more));
    return knownTypes.get(key);
  };
  const program = ts.createProgram(files, { ...options, noEmit: true }, host);
  const diagnostics = program
    .getSourceFiles()
    .filter(({ fileName }) => files.includes(fileName) || fileName.includes('/svc-simulator/'));
  const faultTexts = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...diagnostics.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  return faultTexts.map(({ file, start, messageText }) => {
    const place = file ? `${file.fileName}(${ts.getLineAndCharacterOfPosition(file, start).line + 1})` : '';
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
