const hasMoreWords = (most) => (text) => text.split(/\s+/).length > most;
const hasTwoSemicolons = (text) => (text.match(/;/g) ?? []).length >= 2;

/**
 * Constructions that read like a translation. A rule has a name, a level, a test for one sentence, and a
 * replacement. A hit of a `ban` rule fails the lint. The hits of a `look` rule must not increase in a file.
 */
export const rules = {
  en: [
    ['anew', 'ban', /\banew\b/i, 'again, re-…'],
    ['mend', 'ban', /\bmend(?:s|ed)?\b(?!`)/i, 'fix'],
    ['for-ever', 'ban', /\bfor ever\b/i, 'indefinitely, permanently'],
    ['beside', 'ban', /\bbeside\b/i, 'next to, with, as well as'],
    ['is-no', 'ban', /\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|one\b|such\b|\{)/i, 'isn’t a …'],
    [
      'there-is-clause',
      'ban',
      /\bthat there (?:is|are)(?: not)?\b(?! (?:a|an|no|one)\b)/i,
      'available, existing',
    ],
    [
      'stands',
      'ban',
      /\bstands? (?!for\b|alone\b|out\b)(?=in\b|at\b|there\b|before\b|after\b|still\b|above\b|below\b|inside\b|as\b|far\b|under\b|between\b|$)/i,
      'is, appears, goes',
    ],
    ['whoever', 'ban', /\bwhoever\b/i, 'anyone who'],
    ['in-place-of', 'ban', /\bin place of\b|\bin its place\b/i, 'instead of'],
    [
      'wants',
      'ban',
      /\b(?:receiver|proxy|certificate|operation|command|page|it|--\w+|some of it) wants\b/i,
      'needs, requires',
    ],
    [
      'does-twice',
      'ban',
      /\b(?:do|does|did|doing|done) (?:nothing|it|anything|no thing) (?:twice|again)\b|\bnothing (?:is|was) done\b/i,
      'ignores duplicates, has no effect',
    ],
    ['told', 'look', /\b(?:is|are|was|were|be|been) told\b/i, 'receives, is notified; shows'],
    [
      'by-thing',
      'look',
      /\bby a(?:n)? (?:relay|tool|rule|step|key|path|cookie|token)\b|\bgo(?:es)? by (?:a|an|the|it|its)\b/i,
      'with, through, based on',
    ],
    ['what-first', 'look', /^(?:[-–*]\s*)?(?:\*\*)?What (?!.*\?$)(?:\w+ )+/, 'name the thing'],
    [
      'what-inside',
      'look',
      /(?:[,;:]|\band|\bsays|\bshows|\bof) what (?:it|is|was|has|comes|stands|there|your|the|a|they|nobody|somebody|programs|people|happened|happens|else)\b/i,
      'name the thing',
    ],
    [
      'where-for-if',
      'look',
      /(?:^|[.;,] )[Ww]here (?:that|a|an|the|no|it|one|sessions|both|none)\b(?!.*\?$)/,
      'if, when',
    ],
    ['of-first', 'look', /(?:^|[.;:] )Of (?:a|an|the|what|all|one|its)\b/, 'move the noun to the front'],
    ['also-last', 'look', /, (?:too|as well)[.;:]?$/i, 'also, before the verb'],
    [
      'nobody',
      'look',
      /\b(?:to nobody|nobody (?:is|has|knows|else|took|reads|sends|listens|answered|asked)|of nobody|somebody else|of anybody|everybody)\b/i,
      'the passive, or “no one”',
    ],
    ['default-after-semicolon', 'look', /; default: /i, 'Default: …, in a sentence of its own'],
    ['semicolons', 'look', hasTwoSemicolons, 'split the sentence'],
    ['long', 'look', hasMoreWords(30), 'split: over 30 words'],
    ['so-for-verb', 'look', /\bdo(?:es)? so\b|; so (?:is|does|do|are)\b/i, 'repeat the verb'],
    [
      'over',
      'look',
      /\b(?:is|are) over\b|\bhas come to\b|\bcomes? (?:due|to)\b|\bgoes on\b|\bgo on\b/i,
      'has expired, continues',
    ],
    [
      'one-last',
      'look',
      /(?:another|the other|the former|that one|the second|the first|one)(?:[.;,:]|$)/i,
      'repeat the noun',
    ],
  ],
  es: [
    ['lo-que-inicial', 'look', /^(?:Lo que|Quien|Quienes|Qué)\b(?!.*\?)/, 'nombrar la cosa'],
    ['para-por-detiene', 'ban', /\b(?:lo|la|los|las) para\b(?=[.,;]|$)|\bparas el\b/, 'detiene'],
    [
      'termina-transitivo',
      'ban',
      /\b(?:terminó|termina|terminan) (?:el|la|los|las|todo)\b/i,
      'cancela, finaliza, invalida',
    ],
    [
      'nada-dos-veces',
      'ban',
      /\bnada dos veces\b|\bhacer nada otra vez\b|\bhagas nada (?:otra|dos)\b|\bnada se hace dos\b/i,
      'ignora los duplicados',
    ],
    ['donde-por-si', 'look', /(?:^|[.;,] )[Dd]onde (?:no|el|la|un|una|hay|se|varios|están)\b/, 'si, cuando'],
    ['el-terminal', 'ban', /\b(?:el|un|del|al) terminal\b(?! (?:integrada|de comandos))/i, 'la terminal'],
    ['no-existe-tal', 'ban', /\bno existe tal\b/i, 'no existe ese'],
    [
      'de-nuevo-escrito',
      'look',
      /\bescrib\w+ de nuevo\b|\bescrito de nuevo\b|\bvolvió a escribir\b|\bvuelto a escribir\b/i,
      'vuelto a serializar',
    ],
    [
      'nadie',
      'look',
      /\ba nadie\b|\bnadie (?:lo|la|los|más|escucha|la pidió|recibió)\b/i,
      'voz pasiva o sujeto concreto',
    ],
    ['va-a-su-lado', 'ban', /\b(?:va|van|está|están) (?:a su lado|ahí|al lado)\b/i, 'se incluye'],
    ['hasta-que-siga', 'ban', /\bhasta que (?:siga|ande)\b/i, 'hasta que lo reanudes'],
    [
      'pide-por-requiere',
      'look',
      /\b(?:certificado|operación|receptor|proxy|esta) piden?\b/i,
      'requiere, exige',
    ],
    ['punto-y-coma', 'look', hasTwoSemicolons, 'separar en frases'],
    ['larga', 'look', hasMoreWords(35), 'separar: más de 35 palabras'],
    ['por-defecto', 'look', /; por defecto[:,]/i, 'Por defecto, …'],
    [
      'entonces-en-medio',
      'look',
      /\b(?:está|están|es|tuvo|tiene|esperan) entonces\b/i,
      'mover «entonces» o quitarlo',
    ],
    ['registro-doble', 'look', /\bningún registro\b/i, 'registro de npm, log: decir cuál'],
    [
      'prueba-doble',
      'look',
      /\b(?:pruebas incorrectas|una prueba es una entrega)\b/i,
      'intentos; webhook de prueba',
    ],
  ],
};
