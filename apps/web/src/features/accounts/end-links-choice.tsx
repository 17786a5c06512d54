import { Trans } from '@lingui/react/macro';

/** Whether links to shared reports and calendar addresses end with the old password; chosen unless the person says otherwise. */
export function EndLinksChoice() {
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input type="checkbox" name="end_links" defaultChecked className="mt-0.5 size-5 shrink-0 accent-primary" />
      <span className="min-w-0">
        <Trans>Also end links to my reports and my calendar addresses</Trans>
        <span className="block text-sm text-muted">
          <Trans>Whoever knew your password may have made some. What you share with a provider by name stays.</Trans>
        </span>
      </span>
    </label>
  );
}
