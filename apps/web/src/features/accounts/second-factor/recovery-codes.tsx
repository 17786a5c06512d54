import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <div className="grid gap-1">
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          <Trans>Write down your recovery codes</Trans>
        </h3>
        <p>
          <Trans>
            Each lets you in once, if your phone is lost. They are not shown again, so keep them on paper or in a
            password manager.
          </Trans>
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-raised p-4 font-mono font-semibold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onSaved}>
        <Trans>I have kept them</Trans>
      </Button>
    </div>
  );
}
