import { Trans, useLingui } from '@lingui/react/macro';
import { Erasure } from '../features/my-data/erasure.tsx';
import { OwnData } from '../features/my-data/own-data.tsx';
import { useHead } from '../lib/head.tsx';

/** What the person agrees to, a copy of everything about them, and the end of the account. */
export function Page() {
  const { t } = useLingui();
  useHead({ title: t`My data` });
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-xl gap-6">
        <h1 className="text-2xl">
          <Trans>My data</Trans>
        </h1>
        <OwnData>
          <Erasure />
        </OwnData>
      </div>
    </div>
  );
}
