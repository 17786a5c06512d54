import { type PlaintextName, plaintextRules } from './plaintext.ts';

type Given = Record<string, string | undefined>;

interface Judged {
  publicUrl: string | undefined;
  rateLimit: number;
  testClock: boolean;
  secondFactor: 'required' | 'optional';
  /** What may be spoken to unencrypted. */
  allowed: readonly PlaintextName[];
}

/** Why an installation with real people's data is not safe to reach with these settings, for a server and for a command alike; undefined where it is. */
export function plaintextRefusal(given: Given, allowed: readonly PlaintextName[]): string | undefined {
  for (const [setting, name, isPlain, instead] of plaintextRules) {
    const value = given[setting];
    if (value === undefined || allowed.includes(name) || !isPlain(value)) continue;
    return `${setting} leads to another machine without encryption. Use ${instead}, or set ALLOW_PLAINTEXT=${name} where that network is trusted.`;
  }
  return undefined;
}

/** Why a server does not start in production with these settings; undefined where it does. */
export function productionRefusal(
  given: Given,
  { publicUrl, rateLimit, testClock, secondFactor, allowed }: Judged,
): string | undefined {
  if (testClock) return 'TEST_CLOCK is for tests and is refused when MODE is production.';
  if (secondFactor === 'optional') return 'SECOND_FACTOR must be required when MODE is production.';
  if (publicUrl === undefined) {
    return 'PUBLIC_URL must be set when MODE is production: the address of the site, such as https://care.example.org, or http://localhost:3000 on one machine.';
  }
  if (rateLimit < 1) return 'RATE_LIMIT must be on, or a factor of at least 1, when MODE is production.';
  return plaintextRefusal(given, allowed);
}
