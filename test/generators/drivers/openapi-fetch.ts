import createClient from 'openapi-fetch';
import { minimalSession, type Place } from './minimal-session.ts';
import type { paths } from './openapi-fetch/client.ts';

export async function createSession({ url, token, agreementId }: Place): Promise<string | undefined> {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
  const { data } = await client.POST('/api/v1/ext/payment-sessions/buttons', {
    body: minimalSession(agreementId),
  });
  return data?.data.id;
}
