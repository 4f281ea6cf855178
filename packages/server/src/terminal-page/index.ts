// The virtual terminal's page. The app imports this file only when the page is asked for.
export { pickLanguage } from '../pages/language.ts';
export { terminalPageHeaders } from './page-security.ts';
export { plainHmacFor } from './plain-hmac.ts';
export { renderTerminalPage } from './terminal.tsx';
