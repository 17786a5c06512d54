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

/** Members of the community, who ask, answer and write; their logins are not printed. */
export const members = [
  ['bilal', 'Bilal Ahmed', 'Looks after his father in a village near Bhopal.'],
  ['dev', 'Dev Malhotra', 'Software tester in Pune, getting fit for a wedding.'],
  ['esha', 'Esha Mukherjee', 'Works night shifts in Kolkata and sleeps by day, mostly.'],
  ['grace', 'Grace Dsouza', 'Mother of a five-year-old in Mangaluru.'],
  ['hassan', 'Hassan Mirza', 'Cook in Hyderabad, speaks Urdu first and English third.'],
  ['jaya', 'Jaya Ramaswamy', 'Two children, a kitchen and strong opinions on tiffin boxes.'],
  ['kunal', 'Kunal Bhatia', 'Accountant in Gurugram with a stiff neck.'],
  ['leela', 'Leela Thampi', 'Retired teacher in Kochi. Knits, walks, listens.'],
  ['mariam', 'Mariam Sayed', 'Cares for her mother in Mumbai together with two sisters.'],
  ['omkar', 'Omkar Gokhale', 'Stands at a pharmacy counter in Nashik all day.'],
  ['pranav', 'Pranav Reddy', 'Runs long distances and plays the sitar.'],
  ['rafiq', 'Rafiq Sheikh', 'Tailor in Lucknow. Has lived with diabetes for eleven years.'],
  ['sunita.k', 'Sunita Kumari', 'Cooks for seven people in Patna.'],
  ['tara', 'Tara Fonseca', 'Mother of two in Panaji.'],
  ['vinod', 'Vinod Pandey', 'Retired railway man from Varanasi.'],
].map(([username = '', name = '', about = '']) => ({ username, name, about, phone: '+91 80 0000 0003' }));
