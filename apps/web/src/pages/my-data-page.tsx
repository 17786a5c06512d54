import { Trans, useLingui } from '@lingui/react/macro';
import { OwnData } from '../features/my-data/own-data.tsx';
import { useHead } from '../lib/head.tsx';

/** What the person agrees to, and a copy of everything about them. */
export function Page() {
  const { t } = useLingui();
  useHead({ title: t`My data` });
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-xl gap-6">
        <h1 className="text-2xl">
          <Trans>My data</Trans>
        </h1>
        <OwnData />
      </div>
    </div>
  );
}
