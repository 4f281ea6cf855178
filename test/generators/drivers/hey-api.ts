import { client } from './hey-api/client.gen.ts';
import { createButtonSession } from './hey-api/sdk.gen.ts';
import { minimalSession, type Place } from './minimal-session.ts';

export async function createSession({ url, token, agreementId }: Place): Promise<string | undefined> {
  client.setConfig({ baseUrl: url, auth: token });
  const { data } = await createButtonSession({ body: minimalSession(agreementId) });
  return data?.data.id;
}
