import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../time/time.ts';
import type { Config } from '../config/config.ts';
import { deriveKey, isGenuine } from '../crypto/crypto.ts';

const cookieName = 'device';
const keptSeconds = 180 * 24 * 3600;
// A family's or a clinic's computer; the one who signed in longest ago goes first.
const accountsOfDevice = 5;
const entry = /^([\w-]{22})\.([\da-z]{1,8})\.([\w-]{22})$/;

/** The account for which a device may have a proof. A new password makes all proofs for it void. */
export interface ProvenAccount {
  id: number;
  password_changed_at: Date;
}

type Asking = Pick<FastifyRequest, 'headers' | 'protocol'>;

/**
 * Proofs that somebody has signed in to an account in this browser before. A cookie holds a random id for each account,
 * signed together with the account, which it does not name. It selects the counter of failed sign-ins and never
 * authenticates: who steals one may guess as often as anybody. Local storage is no place for it, because that holds the two tokens and
 * nothing else; and scripts cannot read this cookie.
 */
export function openDeviceProofs({ secret, publicUrl }: Pick<Config, 'secret' | 'publicUrl'>, clock: Clock) {
  const purpose = 'device proof';

  const signature = (key: Buffer, { id, password_changed_at }: ProvenAccount, device: string, issued: string) =>
    createHmac('sha256', key)
      .update(`${id} ${password_changed_at.getTime()} ${device} ${issued}`)
      .digest()
      .subarray(0, 16);
  const signatureOf = (account: ProvenAccount, device: string, issued: string) =>
    signature(deriveKey(secret, purpose), account, device, issued).toString('base64url');

  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

  function entriesOf({ cookie = '' }: Asking['headers']) {
    const value = new RegExp(`(?:^|;\\s*)(?:__Secure-)?${cookieName}=([^;\\s]{1,600})`).exec(cookie)?.[1] ?? '';
    return value
      .split('~')
      .slice(0, accountsOfDevice)
      .flatMap((text) => {
        const [, device, issued, given] = entry.exec(text) ?? [];
        if (device === undefined || issued === undefined || given === undefined) return [];
        const age = nowSeconds() - Number.parseInt(issued, 36);
        return age < keptSeconds ? [{ text, device, issued, given }] : [];
      });
  }

  const proofFor = (account: ProvenAccount, headers: Asking['headers']) =>
    entriesOf(headers).find(({ device, issued, given }) =>
      isGenuine(secret, purpose, Buffer.from(given, 'base64url'), (key) => signature(key, account, device, issued)),
    );

  return {
    /** The id of a device on which somebody has signed in to this account with its present password. */
    deviceOf: (account: ProvenAccount, headers: Asking['headers']): string | undefined =>
      proofFor(account, headers)?.device,

    /** Gives the device a proof for an account, whose person has just shown to be the one; it stays the same device. */
    give(account: ProvenAccount, { headers, protocol }: Asking, reply: FastifyReply) {
      const before = proofFor(account, headers);
      const device = before?.device ?? randomBytes(16).toString('base64url');
      const issued = nowSeconds().toString(36);
      const others = entriesOf(headers).flatMap(({ text }) => (text === before?.text ? [] : [text]));
      const value = [`${device}.${issued}.${signatureOf(account, device, issued)}`, ...others].slice(
        0,
        accountsOfDevice,
      );
      const secure = protocol === 'https' || publicUrl?.startsWith('https:') === true;
      const [prefix, attribute] = secure ? ['__Secure-', '; Secure'] : ['', ''];
      reply.header(
        'set-cookie',
        `${prefix}${cookieName}=${value.join('~')}; Max-Age=${keptSeconds}; Path=/token/; HttpOnly; SameSite=Strict${attribute}`,
      );
    },
  };
}
