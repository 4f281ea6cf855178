import * as z from 'zod';
import { flag, shape, text } from '../fields/fields.ts';
import { lazy, operation } from '../operation.ts';
import { classData } from './classes.ts';

/** How long a one-time password opens the login. */
export const ONE_TIME_PASSWORD_MS = 86_400_000;

const traineeParams = lazy(() => z.object({ class_id: z.string(), short_name: z.string() }));

/** `PATCH /console/classes/{class_id}` (contract section 10, Account life). */
export const updateClass = operation({
  id: 'updateClass',
  method: 'PATCH',
  path: '/console/classes/{class_id}',
  family: 'console',
  auth: 'console',
  summary: 'Rename a class, close it so that nobody can join any more, or open it again',
  provenance: 'decided',
  body: lazy(() => shape({ title: text().exactOptional(), closed: flag().exactOptional() })),
  example: { title: 'Integrators, April', closed: true },
  data: classData,
  status: 200,
  title: 'Class changed',
  problems: [404],
});

/** `POST /console/classes/{class_id}/join-code`: the former code is nobody's from then on. */
export const renewJoinCode = operation({
  id: 'renewJoinCode',
  method: 'POST',
  path: '/console/classes/{class_id}/join-code',
  family: 'console',
  auth: 'console',
  summary: 'Give a class another join code; the former one does not work any more',
  provenance: 'decided',
  data: classData,
  status: 200,
  title: 'Join code changed',
  problems: [404],
});

/** `DELETE /console/classes/{class_id}/trainees/{short_name}`: the trainee's progress stays the trainee's. */
export const removeTrainee = operation({
  id: 'removeTrainee',
  method: 'DELETE',
  path: '/console/classes/{class_id}/trainees/{short_name}',
  family: 'console',
  auth: 'console',
  summary: 'Take a trainee out of a class',
  provenance: 'decided',
  params: traineeParams,
  data: lazy(() => z.object({ class_id: z.string(), short_name: z.string() })),
  status: 200,
  title: 'Trainee removed',
  problems: [404],
});

/** `POST /console/classes/{class_id}/trainees/{short_name}/password`: for a trainee who forgot it. */
export const resetTraineePassword = operation({
  id: 'resetTraineePassword',
  method: 'POST',
  path: '/console/classes/{class_id}/trainees/{short_name}/password',
  family: 'console',
  auth: 'console',
  summary: 'Give a trainee a one-time password, which has to be replaced at the next login',
  provenance: 'decided',
  params: traineeParams,
  data: lazy(() =>
    z.object({
      short_name: z.string(),
      password: z.string().describe('Shown this once.'),
      expires_at: z.iso.datetime(),
    }),
  ),
  status: 200,
  title: 'One-time password given',
  problems: [404, 409],
});
