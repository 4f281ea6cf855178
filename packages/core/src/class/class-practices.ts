import { type Practice, practices } from '../practice/catalogue.ts';
import type { ClassRecord } from './class-records.ts';

const practicesById = new Map<string, Practice>(practices.map((practice) => [practice.id, practice]));

export function isPracticeId(id: string): boolean {
  return practicesById.has(id);
}

/** Returns the practices that a class asks for, in its order; all of them without a class or a choice. */
export function practicesOfClass(
  classRecord: Pick<ClassRecord, 'practiceIds'> | undefined,
): readonly Practice[] {
  const choice = classRecord?.practiceIds?.flatMap((id) => practicesById.get(id) ?? []) ?? [];
  return choice.length > 0 ? choice : practices;
}
