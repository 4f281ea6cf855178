export { createOperatorApp } from './operator-app.tsx';
