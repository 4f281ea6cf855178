import { minimalSession, type Place } from './minimal-session.ts';
import { createButtonSession } from './oazapfts/client.ts';

export async function createSession({ url, token, agreementId }: Place): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await createButtonSession(minimalSession(agreementId), {}, { baseUrl: url, headers });
  return answer.status === 201 ? answer.data.data.id : undefined;
}
