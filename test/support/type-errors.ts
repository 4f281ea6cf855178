import ts from 'typescript';

/** Returns the compiler's errors for files and all their imports, in strict mode. */
export function typeErrorsOf(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file: where, start }) => {
    const line = where && start !== undefined ? where.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${where?.fileName.split('/').at(-1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
