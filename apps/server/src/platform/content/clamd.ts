import { connect, type Socket } from 'node:net';
import type { ClamdAddress } from '../config/config.ts';

/** Why it is not known whether something is infected. */
type Failure = 'clamd_away' | 'clamd_timeout' | 'clamd_cut' | 'clamd_size_limit' | 'clamd_refused';

const scanMs = 60_000;
const chunkBytes = 64 * 1024;
// What it says is a line; whoever sends more is no clamd.
const longestReply = 4096;

const failed = (code: Failure, cause?: unknown) => Object.assign(new Error('it was not scanned', { cause }), { code });

/**
 * Has clamd look through a content (INSTREAM, as in clamd(8)); true where it is infected. Throws an error with a `code` where
 * clamd is away, takes longer than `limitMs`, ends the connection or refuses, and what the content throws: then nothing is
 * known.
 */
export async function isInfected(address: ClamdAddress, content: AsyncIterable<Uint8Array>, limitMs = scanMs) {
  return verdictOf(await ask(address, async (socket, closed) => await send(socket, content, closed), limitMs));
}

/** What clamd says of itself, such as `ClamAV 1.4.3/27800/Tue Nov 24 08:00:00 2026`: its version, and that of its signatures. Throws likewise. */
export async function clamdVersion(address: ClamdAddress, limitMs = 5000): Promise<string> {
  return await ask(address, async (socket) => void socket.write('zVERSION\0'), limitMs);
}

/** Sends a command, and gives back the line that answers it. */
async function ask(
  address: ClamdAddress,
  command: (socket: Socket, closed: Promise<void>) => Promise<void>,
  limitMs: number,
): Promise<string> {
  const socket = connect(address);
  const heard = { reply: '', reached: false, late: false, cause: undefined as unknown };
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const timer = setTimeout(() => {
    heard.late = true;
    socket.destroy();
  }, limitMs);
  socket.once('connect', () => (heard.reached = true));
  socket.on('error', (error) => (heard.cause = error));
  socket.on('data', (piece: Buffer) => {
    heard.reply += piece.toString('latin1');
    if (heard.reply.includes('\0') || heard.reply.length > longestReply) socket.destroy();
  });
  try {
    await command(socket, closed);
    await closed;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
  const [line = '', ...rest] = heard.reply.split('\0');
  if (rest.length > 0) return line;
  throw failed(heard.late ? 'clamd_timeout' : heard.reached ? 'clamd_cut' : 'clamd_away', heard.cause);
}

/** Each piece goes out with its length before it, and one of no length at the end; an answer may come before that. */
async function send(socket: Socket, content: AsyncIterable<Uint8Array>, closed: Promise<void>) {
  async function write(bytes: Uint8Array) {
    if (socket.destroyed || socket.write(bytes)) return;
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await write(Buffer.from('zINSTREAM\0'));
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; at += chunkBytes) {
      const piece = chunk.subarray(at, at + chunkBytes);
      await write(lengthOf(piece));
      await write(piece);
    }
    // Leaving the loop closes the content.
    if (socket.destroyed) return;
  }
  await write(lengthOf(Buffer.alloc(0)));
}

function lengthOf({ length }: Uint8Array) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** Nothing but these two sentences says anything of the content. */
function verdictOf(line: string): boolean {
  if (line === 'stream: OK') return false;
  if (/^stream: .+ FOUND$/.test(line)) return true;
  throw failed(line.includes('size limit exceeded') ? 'clamd_size_limit' : 'clamd_refused');
}
