import { parse } from '@messageformat/parser';

/** Changes the words of a message, but not its values or the code between backticks. */
export function changeWords(message, change) {
  let isCode = false;
  const changeText = (text) =>
    text
      .split('`')
      .map((part, index) => {
        if (index > 0) isCode = !isCode;
        return isCode ? part : change(part);
      })
      .join('`');
  const changeToken = (token) => {
    if (token.type === 'content')
      return changeText(token.value).replaceAll("'", "''").replace(/[{}]/g, "'$&'");
    if (token.type === 'argument') return `{${token.arg}}`;
    if (token.type === 'octothorpe') return '#';
    const cases = token.cases.map(({ key, tokens }) => ` ${key} {${tokens.map(changeToken).join('')}}`);
    return `{${token.arg}, ${token.type},${cases.join('')}}`;
  };
  return parse(message).map(changeToken).join('');
}
