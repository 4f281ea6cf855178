// The virtual terminal's page. The app imports this file only when the page is asked for.
export { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
export { terminalPageHeaders } from './page-security.ts';
export { renderTerminalPage } from './terminal.tsx';
