import type { FullPerson } from '@carecommons/contract/administration';
import type { Grant } from '@carecommons/contract/endpoint';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { GrantDialog, RevokeDialog } from './person-dialogs.tsx';
import { useWords } from './words.ts';

/** The grants that a person holds, each with its end, and the ways to give and to take. */
export function Grants({ person, may }: { person: FullPerson; may: boolean }) {
  const words = useWords();
  const [giving, setGiving] = useState(false);
  const [taken, setTaken] = useState<Grant>();
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">
        <Trans>Grants</Trans>
      </h2>
      {person.grants.length === 0 && (
        <p className="text-muted">
          <Trans>None. This person has the same rights as everybody.</Trans>
        </p>
      )}
      <ul className="divide-y divide-line">
        {person.grants.map(({ name, granted_at, expires_at }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2 py-3">
            <div>
              <p className="font-semibold">{words.grants[name]}</p>
              <p className="text-sm text-muted">
                {expires_at === null ? (
                  <Trans>Since {words.moment(granted_at)}, for good</Trans>
                ) : (
                  <Trans>
                    Since {words.moment(granted_at)}, until {words.moment(expires_at)}
                  </Trans>
                )}
              </p>
            </div>
            {may && (
              <Button variant="danger" onClick={() => setTaken(name)}>
                <Trans>
                  Take back<span className="sr-only">: {words.grants[name]}</span>
                </Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {may && !person.disabled && (
        <Button variant="quiet" className="justify-self-start" onClick={() => setGiving(true)}>
          <Trans>Give a grant</Trans>
        </Button>
      )}
      {giving && <GrantDialog person={person} onClose={() => setGiving(false)} />}
      {taken !== undefined && <RevokeDialog person={person} grant={taken} onClose={() => setTaken(undefined)} />}
    </Card>
  );
}
