// Imported dynamically, at the first request for a console page.
export { createConsoleApp } from './console-app.tsx';
