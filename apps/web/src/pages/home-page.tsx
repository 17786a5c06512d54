import { Trans } from '@lingui/react/macro';
import { useHead } from '../lib/head.tsx';

export function Page() {
  useHead({ title: 'Carecommons', description: 'x' });
  return (
    <h1>
      <Trans>Find the right provider</Trans>
    </h1>
  );
}
