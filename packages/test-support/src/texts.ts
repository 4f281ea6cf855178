import cli from 'texts:cli';
import machine from 'texts:machine';
import relay from 'texts:relay';
import { textsIn } from '@svc-simulator/texts/texts.ts';

/** What the command line and the relay say, for what a test calls without them. */
export const inEnglish = textsIn('en', cli.en, relay.en, machine.en);
export const inSpanish = textsIn('es', cli.es, relay.es, machine.es);
