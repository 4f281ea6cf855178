import { type Practice, practices } from '../practice/catalogue.ts';
import type { ClassRecord } from './class-records.ts';

const practicesById = new Map<string, Practice>(practices.map((practice) => [practice.id, practice]));

export function isPracticeId(id: string): boolean {
  return practicesById.has(id);
}

/** Returns the practices of a class in its order; all practices if the class is undefined or selects none. */
export function practicesOfClass(
  classRecord: Pick<ClassRecord, 'practiceIds'> | undefined,
): readonly Practice[] {
  const choice = classRecord?.practiceIds?.flatMap((id) => practicesById.get(id) ?? []) ?? [];
  return choice.length > 0 ? choice : practices;
}
