import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { read, type ReadEmail } from '../oracles/read-email.ts';

/** What happens on an email's way; `from` is the name by which the sender greets. What is thrown is the answer. */
interface Hooks {
  port?: number;
  onRecipient?: (address: string, from: string) => void | Promise<void>;
  /** Some of the text has come. */
  onText?: (from: string) => void | Promise<void>;
  /** All of it has come; nothing thrown takes it. */
  onEmail?: (email: ReadEmail, from: string) => void | Promise<void>;
  /** The sender has been told that it was taken. */
  onAnswered?: (from: string) => void | Promise<void>;
}

/** A refusal with a code of SMTP. */
export const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A real mail server on this machine, which keeps what it took. */
export async function mailServer({ port = 0, onRecipient, onText, onEmail, onAnswered }: Hooks = {}) {
  const taken: ReadEmail[] = [];
  const attempts: string[] = [];

  async function answer(done: (error?: Error) => void, work: () => void | Promise<void> | undefined) {
    try {
      await work();
      done();
      return true;
    } catch (error) {
      done(error as Error);
      return false;
    }
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, { hostNameAppearsAs: from }, done) {
      void answer(done, () => onRecipient?.(address, from));
    },
    onData(stream, { hostNameAppearsAs: from }, done) {
      async function take() {
        const chunks: Buffer[] = [];
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          await onText?.(from);
          chunks.push(chunk);
        }
        const email = await read(Buffer.concat(chunks));
        attempts.push(email.messageId);
        await onEmail?.(email, from);
        taken.push(email);
      }
      async function takeAndTell() {
        if (await answer(done, take)) await onAnswered?.(from);
      }
      void takeAndTell();
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
