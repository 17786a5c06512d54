import { Trans } from '@lingui/react/macro';
import { useId } from 'react';

/** Whether links to shared reports and calendar addresses end with the old password; chosen unless the person says otherwise. */
export function EndLinksChoice() {
  const id = useId();
  return (
    <div className="flex min-h-11 items-start gap-3 py-2">
      <input
        id={id}
        type="checkbox"
        name="end_links"
        defaultChecked
        className="mt-0.5 size-5 shrink-0 accent-primary"
      />
      <label htmlFor={id} className="min-w-0">
        <Trans>Also end links to my reports and my calendar addresses</Trans>
        <span className="block text-sm text-muted">
          <Trans>Whoever knew your password may have made some. What you share with a provider by name stays.</Trans>
        </span>
      </label>
    </div>
  );
}
