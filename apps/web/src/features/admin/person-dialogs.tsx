import type { FullPerson } from '@carecommons/contract/administration';
import { type Grant, grants as allGrants } from '@carecommons/contract/endpoint';
import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField, TextField } from '../../components/ui/field.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf } from '../../lib/form.ts';
import { daysFrom, instantOf, ownZone, wallTimeAt } from '../../lib/texts/zoned.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useWords } from './words.ts';

export type AccountVerb = 'disable' | 'enable' | 'end-sessions';

interface Props {
  person: FullPerson;
  onClose: () => void;
}

/** Disables an account, enables it again, or ends its sessions. */
export function AccountDialog({ person: { id, username, role }, verb, onClose }: Props & { verb: AccountVerb }) {
  const { t } = useLingui();
  const api = useApi();
  const provider = role === 'healthcare_provider';
  const texts = {
    disable: {
      title: t`Disable ${username}?`,
      text: provider
        ? t`All sessions end at once, nobody can sign in to the account, and the provider leaves the directory until it is enabled again.`
        : t`All sessions end at once, and nobody can sign in to the account until it is enabled again.`,
      action: t`Disable`,
    },
    enable: {
      title: t`Enable ${username}?`,
      text: provider
        ? t`The person can sign in again, and the provider comes back to the directory.`
        : t`The person can sign in again.`,
      action: t`Enable`,
    },
    'end-sessions': {
      title: t`Log ${username} out everywhere?`,
      text: t`All sessions end at once. The person can sign in again.`,
      action: t`Sign out`,
    },
  }[verb];
  return (
    <ConfirmDialog
      {...texts}
      reason
      onClose={onClose}
      send={(values, idempotencyKey) =>
        api.call(`POST /api/admin/users/:user_id/${verb}/`, {
          params: { user_id: id },
          body: { reason: textOf(values, 'reason') },
          idempotencyKey,
        })
      }
    />
  );
}

/** Gives a grant, for good or to the end of a day. */
export function GrantDialog({ person: { id, username }, onClose }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const words = useWords();
  const [, tomorrow] = daysFrom(wallTimeAt(new Date()).date, 2);
  return (
    <ConfirmDialog
      title={<Trans>Give {username} a grant?</Trans>}
      text={<Trans>It takes effect at once; an existing grant gets the new end.</Trans>}
      action={t`Give`}
      reason
      onClose={onClose}
      send={(values, idempotencyKey) => {
        const last = textOf(values, 'expires_at');
        const [, after] = last === '' ? [] : daysFrom(last, 2);
        return api.call('POST /api/admin/users/:user_id/grant/', {
          params: { user_id: id },
          body: {
            grant: textOf(values, 'grant') as Grant,
            expires_at: after === undefined ? null : instantOf({ date: after, time: '00:00' }, ownZone()).toISOString(),
            reason: textOf(values, 'reason'),
          },
          idempotencyKey,
        });
      }}
    >
      {({ errorOf }) => (
        <>
          <SelectField name="grant" label={<Trans>Grant</Trans>} required defaultValue="" error={errorOf('grant')}>
            <option value="">{t`Please choose`}</option>
            {allGrants.map((grant) => (
              <option key={grant} value={grant}>
                {words.grants[grant]}
              </option>
            ))}
          </SelectField>
          <TextField
            type="date"
            name="expires_at"
            label={<Trans>Last day</Trans>}
            optional={<Trans>(optional)</Trans>}
            hint={<Trans>Without one, it has no end.</Trans>}
            min={tomorrow}
            error={errorOf('expires_at')}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** Takes a grant back. */
export function RevokeDialog({ person: { id, username }, grant, onClose }: Props & { grant: Grant }) {
  const { t } = useLingui();
  const api = useApi();
  const name = useWords().grants[grant];
  return (
    <ConfirmDialog
      title={
        <Trans>
          {name}: take it back from {username}?
        </Trans>
      }
      action={t`Take it back`}
      reason
      onClose={onClose}
      send={(values, idempotencyKey) =>
        api.call('POST /api/admin/users/:user_id/revoke/', {
          params: { user_id: id },
          body: { grant, reason: textOf(values, 'reason') },
          idempotencyKey,
        })
      }
    />
  );
}
