/** Matches words that are common in English sentences and never occur in Spanish sentences. */
export const english =
  /(?<![\p{L}\d/.@_-])(the|and|with|that|which|your|this|from|are|was|when|its|you|have|been|will|each|what|is|an|by|not|or|if|then|does|of|to|it)(?![\p{L}\d/@_-]|\.\w)/u;
