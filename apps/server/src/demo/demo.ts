import { randomBytes } from 'node:crypto';
import { grants, type Role } from '@carecommons/contract/endpoint';
import type { Clock } from '../platform/time/time.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Files } from '../platform/files/files.ts';
import { fold } from '../platform/search/search.ts';
import type { Actor } from '../platform/auth/auth.ts';
import { holdAccounts, register, saveProfile, setGrant } from '../modules/accounts/accounts.ts';
import { verifyEmail } from '../modules/accounts/email-address.ts';
import { putAside } from '../modules/notifications/notifications.ts';
import {
  applyListing,
  presentSpecialities,
  saveProviderProfile,
  verifyProvider,
} from '../modules/providers/providers.ts';
import { addVisits } from './appointments.ts';
import { addConversations } from './conversations.ts';
import { addHours } from './hours.ts';
import { addVisitKinds } from './visit-kinds.ts';
import { addArticles } from './articles.ts';
import { administrator, demoProvider, members, patients, providers } from './people.ts';
import { addQuestions } from './questions.ts';
import { addReports } from './reports.ts';

interface Login {
  role: string;
  username: string;
  password: string;
}

/**
 * Fills an installation without any account with people to look at, all or none of them, and returns the logins to try.
 * Does nothing, and returns undefined, where somebody has registered.
 */
export async function loadDemo(
  db: Db,
  config: Config,
  clock: Clock,
  files: Files,
): Promise<{ logins: Login[] } | undefined> {
  return await db.transaction().execute(async (tx) => {
    // Two servers that start together on one database load it once.
    if (await holdAccounts(tx)) return undefined;

    // Everybody can be booked with while the demo comes about; PROVIDERS says whom the directory shows in the end.
    const demo = { tx, config: { ...config, providers: 'open' as const }, clock };
    const logins: Login[] = [];
    const actors: Actor[] = [];
    for (const person of [...patients, administrator]) {
      const { actor, login } = await addPerson(demo, person);
      logins.push({ role: person === administrator ? 'administrator' : 'patient', ...login });
      actors.push(actor);
      if (person !== administrator) continue;
      for (const grant of grants) await setGrant(tx, actor.user_id, grant, null, clock.now());
    }
    const directory = await addProviders(demo);
    logins.push({ role: 'healthcare_provider', ...directory.chosen });
    await addVisits(demo, actors, directory.actors);
    // After the visits: some were asked for before there were hours.
    await addHours(demo, directory.actors);
    await addVisitKinds(demo, directory.actors);
    await putAside(tx, new Date(clock.now().getTime() - 86_400_000));
    await addConversations(demo, actors, directory.actors);
    await addReports({ tx, files }, actors, directory.actors);
    const community = new Map([...directory.actors, ...actors.map((actor) => [actor.username, actor] as const)]);
    for (const member of members) community.set(member.username, (await addPerson(demo, member)).actor);
    await addQuestions(demo, community);
    await addArticles(demo, [...community.values()]);
    await applyListing(tx, config);
    return { logins };
  });
}

interface Demo {
  tx: Tx;
  config: Config;
  clock: Clock;
}

async function addAccount({ tx, config, clock }: Demo, username: string) {
  const password = randomBytes(9).toString('base64url');
  const email = `${username}@demo.example`;
  const id = await register(tx, { username, email, password }, config.secret, clock.now());
  await verifyEmail(tx, id, email, clock.now());
  return { id, username, password };
}

const actorOf = (user_id: number, username: string, role: Role): Actor => ({
  user_id,
  username,
  role,
  session_id: '',
  grants: [],
  held_grants: [],
});

async function addPerson(demo: Demo, person: (typeof patients)[number]) {
  const { id, ...login } = await addAccount(demo, person.username);
  const actor = actorOf(id, login.username, 'patient');
  await saveProfile(demo.tx, actor, person, demo.clock.now());
  return { actor, login };
}

/** Adds all providers, and returns them by name, with the login of the one who is to be tried. */
async function addProviders(demo: Demo) {
  const { tx, config, clock } = demo;
  const specialities = await presentSpecialities(tx, 1000);
  const idOf = new Map(specialities.map(({ id, name }) => [name, id]));
  const actors = new Map<string, Actor>();
  let chosen = { username: '', password: '' };
  for (const { verified, ...provider } of providers) {
    const { id, ...login } = await addAccount(demo, fold(provider.name).replaceAll(' ', '.'));
    const speciality = provider.speciality.map((name) => idOf.get(name)).filter((one) => one !== undefined);
    await saveProviderProfile(tx, id, { ...provider, speciality }, config, clock.now());
    if (verified) await verifyProvider(tx, id, config, clock.now());
    if (provider.name === demoProvider) chosen = login;
    actors.set(provider.name, actorOf(id, login.username, 'healthcare_provider'));
  }
  return { chosen, actors };
}
