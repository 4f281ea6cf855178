import kitArea from 'texts:kit';
import paymentArea from 'texts:payment';
import wordArea from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const paymentTexts = textsByLanguage(paymentArea, kitArea, wordArea);
