import fc from 'fast-check';
import type pg from 'pg';
import { type Field, type Input, type Operation, operationsOf, send, textFieldsOf } from './api.ts';
import { openCrowd } from './crowd.ts';
import { wholeInputs } from './inputs.ts';
import { withTwoServers } from './two-servers.ts';

// Accepts any text, and would end the session with which the others are tried.
const ending = new Set(['POST /logout/']);

/** One position that accepts text, in an otherwise valid call. */
export interface Place {
  field: Field;
  input: Input;
}

/** What a proof gets that puts text into every field. */
export interface Hands {
  server: string;
  owner: pg.ClientConfig;
  places: Place[];
  /** An access token of somebody with all rights, valid for some minutes. */
  staffToken(): Promise<string>;
  /** Puts text into a position, as somebody with all rights; with extra headers if given. */
  put(place: Place, text: string, headers?: Record<string, string>): Promise<Response>;
}

/** Runs `work` with every text position of the API. */
export async function withHostileFields<T>(work: (hands: Hands) => Promise<T>): Promise<T> {
  return await withTwoServers(async ([server], owner) => {
    const crowd = await openCrowd(server, owner);
    const fields = textFieldsOf(await operationsOf(server)).filter(({ operation }) => !ending.has(operation.name));
    const places = fields.map((field) => ({ field, input: inputOf(field.operation) }));
    return await work({
      server,
      owner,
      places,
      async staffToken() {
        return (await crowd.join('staff')).access;
      },
      async put({ field, input }, text, headers = {}) {
        const staff = crowd.of('staff');
        const { operation } = field;
        const given = field.with(input, text);
        const answer = await send(
          server,
          operation,
          { ...given, headers: { ...given.headers, ...headers } },
          staff?.access,
        );
        if (answer.status === 401 && operation.guarded && staff !== undefined) await crowd.replace('staff', staff);
        return answer;
      },
    });
  });
}

/** The same input for an operation each time. */
const inputOf = (operation: Operation) => fc.sample(wholeInputs(operation), { numRuns: 1, seed: 1 })[0] as Input;
