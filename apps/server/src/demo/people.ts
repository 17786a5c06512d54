import { readFileSync } from 'node:fs';
import type { ProviderForm } from '../modules/providers/providers.ts';

/** A provider of the demo; specialities by name. No such persons exist, and no such telephone numbers. */
type DemoProvider = Omit<ProviderForm, 'speciality'> & { speciality: string[]; verified: boolean };

export const providers: DemoProvider[] = JSON.parse(readFileSync(new URL('providers.json', import.meta.url), 'utf8'));

/** The provider whose login is printed. */
export const demoProvider = 'Dr. Anjali Rao';

export const administrator = {
  username: 'admin',
  name: 'Site administrator',
  about: 'Looks after this site: specialities, verification of providers and moderation.',
  phone: '+91 80 0000 0001',
};

export const patients = [
  {
    username: 'meera',
    name: 'Meera Krishnamurthy',
    about: 'Mother of two in Bengaluru. Asthma since childhood, and always a question about vaccinations.',
    phone: '+91 80 0000 0002',
  },
  {
    username: 'arjun',
    name: 'Arjun Solanki',
    about: 'Teacher from Ahmedabad with a new diagnosis of diabetes, learning to cook again.',
    phone: '+91 79 0000 0003',
  },
];
