import * as z from 'zod/mini';
import { profileFields } from './accounts.ts';
import { endpoint, roles } from './endpoint.ts';
import { done, id, optionalText, page, strict, text, wholeNumber } from './fields.ts';
import { freeWithinDays, photoBytes } from './limits.ts';

const speciality = z.object({ id: z.int(), name: z.string(), desc: z.nullable(z.string()) });
export type Speciality = z.output<typeof speciality>;

/** What a provider may say of themselves, for those who would rather see a woman or a man. */
export const genders = ['woman', 'man'] as const;

/** A provider as everybody sees one. `user` is the id in every address, `experience` is in years, `fees` in rupees. */
const provider = z.object({
  user: z.int(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  experience: z.int(),
  fees: z.int(),
  education: z.string(),
  about: z.string(),
  speciality: z.array(z.string()),
  city: z.nullable(z.string()),
  languages: z.array(z.string()),
  /** Null where the provider does not say it. */
  gender: z.nullable(z.enum(genders)),
  time_zone: z.string(),
  registration_number: z.nullable(z.string()),
  council: z.nullable(z.string()),
  verified: z.boolean(),
  /**
   * The address of the photo, which changes with the photo. For its owner, while the profile is not listed, a `data:`
   * URL.
   */
  photo: z.nullable(z.string()),
});
export type Provider = z.output<typeof provider>;

const searchText = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Please use at most 100 characters.')));

export const listSpecialities = endpoint({
  method: 'GET',
  path: '/speciality/',
  access: 'anyone',
  summary:
    'Lists specialities by name. With `id`, returns only that one, even if it is retired, or the one that it was merged into.',
  query: strict({ ...page, q: searchText, id: z.optional(id) }),
  reply: z.array(speciality),
});

/** The filters of the directory. */
const filters = {
  speciality: z.optional(id),
  /** Maximum fee, in rupees. */
  max_fee: z.optional(wholeNumber(0, 1_000_000)),
  /** A language that the provider speaks, by its English name or its own. */
  language: z.optional(text(40, 0)),
  /** What the provider says of themselves; those who do not say it are left out. */
  gender: z.optional(z.enum(genders)),
  /** Words of the address or the city. */
  place: searchText,
  /** Has a free time within so many days, including today. */
  free_within: z.optional(wholeNumber(1, freeWithinDays)),
};

export const listProviders = endpoint({
  method: 'GET',
  path: '/providers/',
  access: 'anyone',
  summary:
    'Lists providers by name. `q` searches name, speciality and place as people say them, with the language or the gender that they wish for, and tolerates typing errors; `place` searches only address and city. Filters: one speciality; a fee of at most `max_fee` rupees; `language` spoken; the `gender` that providers say; published hours with a free time on one of the next `free_within` days. A page may be shorter than requested and still have a next one.',
  query: strict({ ...page, q: searchText, ...filters }),
  reply: z.array(provider),
});

export const listProvidersOfSpeciality = endpoint({
  method: 'GET',
  path: '/providers/speciality/:speciality_id/',
  access: 'anyone',
  summary: 'Lists the providers of one speciality by name.',
  params: strict({ speciality_id: id }),
  query: strict({ ...page, q: searchText }),
  reply: z.array(provider),
});

export const getProvider = endpoint({
  method: 'GET',
  path: '/providers/:provider_id/',
  access: 'anyone',
  summary: 'Returns one provider as a list of one, or an empty list for an unknown id.',
  params: strict({ provider_id: id }),
  reply: z.array(provider),
});

const yearsOfExperience = wholeNumber(0, 80);
const rupees = wholeNumber(0, 1_000_000);
/** An IANA time zone name. */
export const timeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Please choose a time zone, such as Asia/Kolkata.'));

/** Whether a name is in the IANA time zone database, as the platform knows it. */
function isTimeZone(name: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

export const providerForm = strict({
  ...profileFields,
  experience: yearsOfExperience,
  education: text(300),
  address: text(300),
  fees: rupees,
  speciality: z
    .array(id)
    .check(z.minLength(1, 'Please choose at least one speciality.'), z.maxLength(20, 'Please choose at most 20.')),
  city: optionalText(100),
  languages: z.nullish(z.array(text(40)).check(z.maxLength(20, 'Please enter at most 20.'))),
  gender: z.nullish(z.enum([...genders, ''])),
  time_zone: z.nullish(timeZone),
  registration_number: optionalText(64),
  council: optionalText(120),
});

export const saveProviderProfile = endpoint({
  method: 'POST',
  path: '/register/provider/',
  access: 'signed-in',
  summary: "Saves the caller's provider profile. The first one makes the caller a provider.",
  body: providerForm,
  reply: z.object({ ...provider.shape, role: z.enum(roles) }),
});

export const getOwnProviderProfile = endpoint({
  method: 'GET',
  path: '/register/provider/',
  access: 'signed-in',
  summary:
    "Returns the caller's provider profile as the form needs it: a list of one, or an empty list before it is first saved.",
  reply: z.array(z.object({ ...provider.shape, speciality: z.array(z.int()) })),
});

export const savePhoto = endpoint({
  method: 'POST',
  path: '/providers/photo/',
  access: 'signed-in',
  summary: "Sets the photo of the caller's provider profile: a PNG or JPEG (at most 10 MB), which is made square.",
  upload: { file: 'photo', bytes: photoBytes, texts: strict({}) },
  reply: z.object({ photo: z.string() }),
  status: 201,
  errors: ['not_allowed'],
});

export const removePhoto = endpoint({
  method: 'DELETE',
  path: '/providers/photo/',
  access: 'signed-in',
  summary: "Removes the photo of the caller's provider profile, if there is one.",
  reply: done,
  errors: ['not_allowed'],
});

export const getPhoto = endpoint({
  method: 'GET',
  path: '/providers/:provider_id/photo/:version/',
  access: 'anyone',
  summary:
    'Returns the photo of a listed provider. An address always has the same photo, or none once the photo is gone.',
  params: strict({ provider_id: id, version: z.string().check(z.regex(/^[\da-f]{32}$/)) }),
  files: ['image/webp'],
  reply: z.unknown(),
  errors: ['not_found'],
});
