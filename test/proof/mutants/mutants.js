import { apiMutants } from './api-mutants.js';
import { posMutants } from './pos-mutants.js';
import { sessionMutants } from './session-mutants.js';
import { webhookMutants } from './webhook-mutants.js';

export const mutants = [...sessionMutants, ...webhookMutants, ...apiMutants, ...posMutants];
