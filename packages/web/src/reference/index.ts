export { ApiPageFiles, apiPage } from './page-answers.ts';
