import kitArea from 'texts:kit';
import landingArea from 'texts:landing';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const landingTexts = textsByLanguage(landingArea, kitArea);
