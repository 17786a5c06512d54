import { defaultFee } from '@carecommons/contract/limits';
import type { BodyFor, ReplyOf } from '@carecommons/contract/endpoint';
import type { getOwnProviderProfile, saveProviderProfile } from '@carecommons/contract/providers';
import type { ProfileField } from '@carecommons/contract/verification-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { SelectField, TextField } from '../../components/ui/field.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useApi } from '../../lib/calls/api.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useSite } from '../../lib/site.ts';
import { BadgeAtStake } from './badge-at-stake.tsx';
import { useGenders } from './gender.ts';
import { SpecialityPicker } from './specialities/speciality-picker.tsx';
import { ownTimeZone, timeZones } from './time-zones.ts';
import { changedFields } from './verified-fields.ts';

type OwnProfile = ReplyOf<typeof getOwnProviderProfile>[number];

interface Props {
  /** The profile as it was saved before, or what is known of the person without one. */
  start: { [Name in keyof OwnProfile]?: OwnProfile[Name] | undefined };
  /** Called after each saving, with the profile as it stands then. */
  onSaved: (saved: { user: number; verified: boolean }) => Promise<void>;
}

export function ProviderForm({ start, onSaved }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const site = useSite();
  const genders = useGenders();
  const [atStake, setAtStake] = useState<ProfileField[]>([]);
  const [zone] = useState(() => start.time_zone ?? ownTimeZone(site.default_time_zone));

  const submission = useSubmit(
    async (values) => {
      const saved = await api.call('POST /register/provider/', { body: bodyOf(values) });
      for (const key of ['me', 'providers', 'provider']) void queries.invalidateQueries({ queryKey: [key] });
      await onSaved(saved);
    },
    (values): FieldErrors =>
      new Map(values.has('speciality') ? [] : [['speciality', t`Please choose at least one speciality.`]]),
  );
  const { problem, errorOf } = submission;
  const answered = problem !== undefined && problem.code !== 'unreachable' && problem.message !== '';
  const optional = <Trans>(optional)</Trans>;

  const watched = {
    ...submission.form,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      submission.form.onInput(event);
      if (start.verified) setAtStake(changedFields(start, new FormData(event.currentTarget)));
    },
  };

  return (
    <Form
      submission={{ ...submission, form: watched }}
      failure={answered ? problem.message : t`Error updating user data`}
      action={t`Save provider profile`}
      busy={t`Saving...`}
    >
      <TextField
        label={<Trans>Name</Trans>}
        hint={<Trans>As patients should read it, with your title.</Trans>}
        name="name"
        autoComplete="name"
        required
        defaultValue={start.name}
        error={errorOf('name')}
      />
      <Pair>
        <TextField
          label={<Trans>Experience</Trans>}
          hint={<Trans>In years.</Trans>}
          name="experience"
          type="number"
          inputMode="numeric"
          min={0}
          max={80}
          required
          defaultValue={start.experience}
          error={errorOf('experience')}
        />
        <TextField
          label={<Trans>Fees</Trans>}
          hint={<Trans>For one consultation, in rupees (₹).</Trans>}
          name="fees"
          type="number"
          inputMode="numeric"
          min={0}
          max={1_000_000}
          required
          defaultValue={start.fees ?? defaultFee}
          error={errorOf('fees')}
        />
      </Pair>
      <TextField
        label={<Trans>Education</Trans>}
        hint={<Trans>Such as “MBBS, MD (Dermatology)”.</Trans>}
        name="education"
        required
        defaultValue={start.education}
        error={errorOf('education')}
      />
      <SpecialityPicker selected={start.speciality ?? []} error={errorOf('speciality')} />
      <TextField
        label={<Trans>Phone</Trans>}
        hint={<Trans>Of your practice: everybody can see it.</Trans>}
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        defaultValue={start.phone}
        error={errorOf('phone')}
      />
      <TextField
        label={<Trans>Address</Trans>}
        hint={<Trans>Of your practice, as patients find it.</Trans>}
        name="address"
        autoComplete="street-address"
        required
        defaultValue={start.address}
        error={errorOf('address')}
      />
      <Pair>
        <TextField
          label={<Trans>City</Trans>}
          optional={optional}
          name="city"
          autoComplete="address-level2"
          defaultValue={start.city ?? ''}
          error={errorOf('city')}
        />
        <SelectField label={<Trans>Time zone</Trans>} name="time_zone" defaultValue={zone} error={errorOf('time_zone')}>
          {timeZones(zone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </Pair>
      <TextField
        label={<Trans>Languages</Trans>}
        optional={optional}
        hint={<Trans>With commas between them, such as “Hindi, English”.</Trans>}
        name="languages"
        defaultValue={start.languages?.join(', ')}
        error={errorOf('languages')}
      />
      <SelectField
        label={<Trans>Gender</Trans>}
        optional={optional}
        hint={<Trans>Some patients would rather see a woman or a man. Everybody can see it.</Trans>}
        name="gender"
        defaultValue={start.gender ?? ''}
        error={errorOf('gender')}
      >
        <option value="">{t`Not said`}</option>
        {Object.entries(genders).map(([gender, word]) => (
          <option key={gender} value={gender}>
            {word}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={<Trans>About</Trans>}
        hint={<Trans>What you treat, and how a visit with you goes.</Trans>}
        name="about"
        required
        defaultValue={start.about}
        error={errorOf('about')}
      />
      <Pair>
        <TextField
          label={<Trans>Registration number</Trans>}
          optional={optional}
          name="registration_number"
          autoComplete="off"
          defaultValue={start.registration_number ?? ''}
          error={errorOf('registration_number')}
        />
        <TextField
          label={<Trans>Medical council</Trans>}
          optional={optional}
          name="council"
          defaultValue={start.council ?? ''}
          error={errorOf('council')}
        />
      </Pair>
      <p className="text-sm text-muted">
        <Trans>
          With both, you can have your registration verified. Until then your profile says “Not yet verified”, and
          nobody else reads the number.
        </Trans>
      </p>
      <BadgeAtStake changed={atStake} />
    </Form>
  );
}

/** Two short fields beside each other where there is room; their inputs stay in line. */
function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 md:grid-cols-2">{children}</div>;
}

function bodyOf(values: FormData): BodyFor<typeof saveProviderProfile> {
  return {
    name: textOf(values, 'name'),
    experience: textOf(values, 'experience'),
    education: textOf(values, 'education'),
    phone: textOf(values, 'phone'),
    address: textOf(values, 'address'),
    fees: textOf(values, 'fees'),
    about: textOf(values, 'about'),
    speciality: values.getAll('speciality').map(String),
    city: textOf(values, 'city'),
    languages: textOf(values, 'languages')
      .split(/[,،、]/)
      .map((language) => language.trim())
      .filter((language) => language !== ''),
    gender: textOf(values, 'gender') as OwnProfile['gender'],
    time_zone: textOf(values, 'time_zone'),
    registration_number: textOf(values, 'registration_number'),
    council: textOf(values, 'council'),
  };
}
