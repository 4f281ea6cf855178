import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';

export const at = { url: '', token: '' };

/** The base API for the generated endpoints. */
export const api = createApi({
  baseQuery: (request, store, more) => {
    // The headers of a generated request replace those of the options.
    const prepareHeaders = (headers: Headers) => headers.set('authorization', `Bearer ${at.token}`);
    return fetchBaseQuery({ baseUrl: at.url, prepareHeaders })(request, store, more);
  },
  endpoints: () => ({}),
});
