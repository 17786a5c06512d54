import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { read, type ReadLetter } from './letters.ts';

interface Options {
  port?: number;
  /** What becomes of a letter whose DATA has come: nothing thrown takes it. */
  onLetter?: (letter: ReadLetter) => void | Promise<void>;
  onRecipient?: (address: string) => void;
}

/** A refusal with a code of SMTP. */
export const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A real mail server on this machine, which keeps what it took. */
export async function mailServer({ port = 0, onLetter, onRecipient }: Options = {}) {
  const taken: ReadLetter[] = [];
  const attempts: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      try {
        onRecipient?.(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData(stream, _session, done) {
      async function take() {
        const letter = await read(await text(stream));
        attempts.push(letter.messageId);
        await onLetter?.(letter);
        taken.push(letter);
      }
      async function takeOrRefuse() {
        try {
          await take();
          done();
        } catch (error) {
          done(error as Error);
        }
      }
      void takeOrRefuse();
    },
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    taken,
    attempts,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
