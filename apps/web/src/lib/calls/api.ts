import { createContext, use } from 'react';
import { call, list, type Call } from './call.ts';

/** The way to the API: over the network in a browser, in process while the server renders. */
export const ApiContext = createContext<Call>({ call, list });

export function useApi(): Call {
  return use(ApiContext);
}
