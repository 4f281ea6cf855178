import kitArea from 'texts:kit';
import landingArea from 'texts:landing';
import wordArea from 'texts:word';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const landingTexts = textsByLanguage(landingArea, kitArea, wordArea);
