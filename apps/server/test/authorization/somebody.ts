import type { TestApp } from '../servers/app.ts';
import type { openAuthenticator } from '../fixtures/authenticator.ts';
import type { Asker, Thing } from './notation.ts';

/** What a world needs of a server: calls of it, and its database. */
export interface Ground extends Pick<TestApp, 'call' | 'db' | 'clock' | 'config' | 'files'> {
  /** Where its pages would come from, if it is not plain localhost. */
  origin?: string;
}

/** Somebody in the world: an asker, or one of those whose things they ask for. */
export interface Somebody extends Omit<Asker, 'name'> {
  name: string;
  access: string | undefined;
  factors?: Factors;
}

/** The second factors of somebody, and the challenges that this person was given. */
export interface Factors {
  key: ReturnType<typeof openAuthenticator>;
  passkey: Thing;
  /** Of the app, whether it is confirmed or not: a code that is good, and where it is confirmed one that was used. */
  code: string;
  usedCode: string | undefined;
  recoveryCode: string | undefined;
  /** Of a right password, and a recovery code that goes with it. */
  secondStep: Thing;
  challenges: Record<'add' | 'confirm' | 'login', string>;
}
