import { minimalSession, type Place } from './minimal-session.ts';
import { createButtonSession } from './orval/client.ts';

/** The URL is in the generated code: orval writes the `baseUrl` of its configuration. */
export async function createSession({ token, agreementId }: Place): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await createButtonSession(minimalSession(agreementId), { headers });
  return answer.status === 201 ? answer.data.data.id : undefined;
}
