import cli from 'texts:cli';
import field from 'texts:field';
import help from 'texts:help';
import machine from 'texts:machine';
import relay from 'texts:relay';
import testing from 'texts:testing';
import { textsIn } from '@svc-simulator/texts/texts.ts';

export const inEnglish = textsIn('en', help.en, cli.en, field.en, relay.en, machine.en, testing.en);
export const inSpanish = textsIn('es', help.es, cli.es, field.es, relay.es, machine.es, testing.es);
