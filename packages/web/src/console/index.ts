// The app imports this file on the first request for a console page.
export { createConsoleApp } from './console-app.tsx';
