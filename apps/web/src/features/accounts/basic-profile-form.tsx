import type { ReplyOf } from '@carecommons/contract/endpoint';
import type { getBasicProfile } from '@carecommons/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { TextField } from '../../components/ui/field.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';

interface Props {
  profile: ReplyOf<typeof getBasicProfile>;
  onSaved: () => void;
}

export function BasicProfileForm({ profile, onSaved }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    const body = { name: textOf(values, 'name'), about: textOf(values, 'about'), phone: textOf(values, 'phone') };
    await api.call('POST /register/user/basic/', { body });
    void queries.invalidateQueries({ queryKey: ['me'] });
    onSaved();
  });
  const { errorOf } = submission;
  return (
    <Form
      submission={submission}
      failure={t`Failed to update profile. Please try again.`}
      action={t`Save profile`}
      busy={t`Saving...`}
    >
      <TextField
        label={<Trans>Name</Trans>}
        name="name"
        autoComplete="name"
        required
        defaultValue={profile.name ?? ''}
        error={errorOf('name')}
      />
      <TextField
        label={<Trans>Phone</Trans>}
        hint={<Trans>The providers you book with can call you on it.</Trans>}
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        defaultValue={profile.phone ?? ''}
        error={errorOf('phone')}
      />
      <TextArea
        label={<Trans>About</Trans>}
        hint={<Trans>A few words on yourself. Leave out what you would not tell in a waiting room.</Trans>}
        name="about"
        required
        defaultValue={profile.about ?? t`I am here to find the right care.`}
        error={errorOf('about')}
      />
    </Form>
  );
}
