import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/calls/api.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';

/** The passkeys of whoever has the link, to be removed with the old password. Where they cannot be asked for, the form works. */
export function PasskeysToRemove({ token }: { token: string }) {
  const api = useApi();
  const when = useWhen();
  const { data } = useQuery({
    queryKey: ['reset', token],
    queryFn: () => api.call('POST /reset-password/passkeys/', { body: { token } }),
    gcTime: 0,
    retry: false,
  });
  if (data === undefined || data.passkeys.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">
        <Trans>Passkeys that open your account</Trans>
      </legend>
      <p className="text-sm text-muted">
        {data.removable ? (
          <Trans>They work without the password. Choose those that you do not know: they are removed.</Trans>
        ) : (
          <Trans>They work without the password. If you do not know one of them, please write to us.</Trans>
        )}
      </p>
      <ul className="grid gap-2">
        {data.passkeys.map(({ id, name, added_at }) => {
          const added = when.day(new Date(added_at), ownZone());
          const label = (
            <span className="min-w-0 wrap-anywhere">
              {name}
              <span className="block text-sm text-muted">
                <Trans>Added {added}</Trans>
              </span>
            </span>
          );
          const box = 'flex min-h-11 items-start gap-3 rounded-control border border-line px-3 py-2';
          return (
            <li key={id}>
              {data.removable ? (
                <label className={`${box} has-checked:border-danger has-checked:bg-danger-soft`}>
                  <input
                    type="checkbox"
                    name="remove_passkeys"
                    value={id}
                    className="mt-0.5 size-5 shrink-0 accent-primary"
                  />
                  {label}
                </label>
              ) : (
                <div className={box}>{label}</div>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
