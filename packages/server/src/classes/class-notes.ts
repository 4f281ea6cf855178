import { accept, type Outcome } from '@svc-simulator/contract';
import { type AccountRecord, type ClassNote, classMemberKey, isoOf, withNote } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { findTraineeByName, type OwnClass } from './class-trainer.ts';
import { notInClass } from './membership.ts';

export async function storeTrainerNote(
  runtime: Runtime,
  target: OwnClass,
  shortName: string,
  text: string,
): Promise<Outcome<ClassNote>> {
  const lookup = await findTraineeByName(runtime, target, shortName);
  return lookup.ok ? addNote(runtime, { ...lookup.value, classId: target.classId }, 'trainer', text) : lookup;
}

export function storeTraineeNote(runtime: Runtime, account: AccountRecord, text: string) {
  return addNote(runtime, account, 'trainee', text);
}

/** Adds a note to a class membership; 404 if the account has left the class. */
async function addNote(
  { store, clock }: Runtime,
  { id, classId }: Pick<AccountRecord, 'id' | 'classId'>,
  by: ClassNote['by'],
  text: string,
): Promise<Outcome<ClassNote>> {
  if (classId === undefined) return notInClass;
  const key = ref('class_member', classMemberKey(classId, id));
  return store.transact<Outcome<ClassNote>>({ account: id, lock: [key] }, (view) => {
    const member = view.get('class_member', key.id);
    if (!member) return { result: notInClass };
    const note = { at: clock.now(), by, text };
    return {
      result: accept(note),
      puts: [put('class_member', key.id, withNote(member, note))],
      events: [{ type: 'class.noted', at: view.now, data: { class_id: classId, by } }],
    };
  });
}

export function presentNote({ at, by, text }: ClassNote) {
  return { at: isoOf(at), by, text };
}
