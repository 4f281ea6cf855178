import type { Execute } from '@svc-simulator/server/execute.ts';
import type { ConsolePage, PageCall } from '../console/page-call.ts';

export type OperatorCall = Pick<
  PageCall,
  't' | 'url' | 'params' | 'form' | 'now' | 'bindings' | 'perform'
> & { readonly execute: Execute };

export type OperatorPage = Omit<ConsolePage, 'area' | 'live'>;
