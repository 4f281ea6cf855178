import { configureStore } from '@reduxjs/toolkit';
import { minimalSession, type Place } from './minimal-session.ts';
import { api as generated } from './rtk-query/client.ts';
import { api, at } from './rtk-query/empty-api.ts';

export async function createSession({ url, token, agreementId }: Place): Promise<string | undefined> {
  Object.assign(at, { url, token });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const { createButtonSession } = generated.endpoints;
  const answer = await store.dispatch(
    createButtonSession.initiate({ buttonSessionRequest: minimalSession(agreementId) }),
  );
  return answer.data?.data.id;
}
