import type { Case } from '../case.ts';
import { buttonSessions } from './button-sessions.ts';

/** Every written case. */
export function allCases(): readonly Case[] {
  return [...buttonSessions];
}
