// The console's pages. The app imports this file only when a page is asked for.
export { createConsoleApp } from './console-app.tsx';
