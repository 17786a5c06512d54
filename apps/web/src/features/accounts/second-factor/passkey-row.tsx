import { passkeyNameLength } from '@carecommons/contract/limits';
import type { Passkey } from '@carecommons/contract/second-factor';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ShortText } from '../../../components/ui/text-area.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { ListRow } from '../../../components/ui/list-row.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { useFocusAfter } from '../../../lib/focus.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';
import { useFirstFocus } from '../../../lib/first-focus.ts';
import { PasswordGate } from '../../../components/password-gate.tsx';

interface Props {
  passkey: Passkey;
  username: string;
  mayChange: boolean;
}

/** One passkey, which can be renamed and removed. */
export function PasskeyRow({ passkey, username, mayChange }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const when = useWhen();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const renamer = useFocusAfter<HTMLButtonElement>(open === 'rename');
  const remover = useFocusAfter<HTMLButtonElement>(open === 'remove');
  const { id, name } = passkey;
  const added = when.day(new Date(passkey.added_at), ownZone());
  const used = passkey.last_used_at === null ? undefined : when.day(new Date(passkey.last_used_at), ownZone());
  const close = () => setOpen(undefined);
  return (
    <ListRow className="grid gap-3 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="me-auto min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">
            {used === undefined ? (
              <Trans>Added {added}, not used yet</Trans>
            ) : (
              <Trans>
                Added {added}, last used {used}
              </Trans>
            )}
          </p>
        </div>
        {open === undefined && mayChange && (
          <>
            <Button ref={renamer} variant="plain" aria-label={t`Rename ${name}`} onClick={() => setOpen('rename')}>
              <Trans>Rename</Trans>
            </Button>
            <Button ref={remover} variant="plain" aria-label={t`Remove ${name}`} onClick={() => setOpen('remove')}>
              <Trans>Remove</Trans>
            </Button>
          </>
        )}
      </div>
      {open === 'rename' && <Rename passkey={passkey} onClose={close} />}
      {open === 'remove' && (
        <PasswordGate
          username={username}
          failure={t`The passkey was not removed.`}
          action={t`Remove the passkey`}
          send={async (_, current_password) => {
            const params = { passkey_id: id };
            const body = { current_password };
            await api.call('POST /account/second-factor/passkeys/:passkey_id/remove/', { params, body });
          }}
          onClose={close}
        />
      )}
    </ListRow>
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async (values) => {
    const body = { name: textOf(values, 'name') };
    const params = { passkey_id: passkey.id };
    await api.call('PATCH /account/second-factor/passkeys/:passkey_id/', { params, body });
    await queries.invalidateQueries({ queryKey: ['me', 'second-factor'] });
    onClose();
  });
  useFirstFocus(submission.form.ref);
  return (
    <div className="grid gap-2">
      <Form submission={submission} failure={t`The name was not saved.`} action={t`Save the name`} busy={t`Saving...`}>
        <ShortText
          label={<Trans>Name</Trans>}
          name="name"
          defaultValue={passkey.name}
          maxLength={passkeyNameLength}
          required
          error={submission.errorOf('name')}
        />
      </Form>
      <Button variant="plain" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
