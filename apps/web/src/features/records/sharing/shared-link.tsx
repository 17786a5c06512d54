import { passcodeLength, shareLinkMinutes } from '@carecommons/contract/share-rules';
import type { SharedReports } from '@carecommons/contract/shares';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';
import { SharedRecordCard } from './shared-record-card.tsx';

/** What a link leads to: first the passcode, then the reports, for as long as their files can be fetched. */
export function SharedLink() {
  const token = useFragment();
  const [opened, setOpened] = useState<SharedReports>();
  const [late, setLate] = useState(false);
  useEffect(() => {
    setOpened(undefined);
    setLate(false);
  }, [token]);
  useEffect(() => {
    if (opened === undefined) return;
    const close = () => {
      setOpened(undefined);
      setLate(true);
    };
    const timer = setTimeout(close, (shareLinkMinutes - 1) * 60_000);
    return () => clearTimeout(timer);
  }, [opened]);

  if (opened !== undefined) return <Reports opened={opened} />;
  return (
    <div className="mx-auto grid w-full max-w-md gap-6">
      <header className="grid gap-1">
        <h1 className="text-2xl">
          <Trans>Reports for you</Trans>
        </h1>
        <p className="text-muted">
          <Trans>Somebody shares medical reports with you. You need the passcode that they told you.</Trans>
        </p>
      </header>
      <Card className="grid min-h-56 content-center gap-4">
        {late && (
          <Notice kind="info">
            <Trans>The page was closed after half an hour. You can open it again with the passcode.</Trans>
          </Notice>
        )}
        {token === '' && (
          <Notice kind="info">
            <Trans>Please open this page by the whole link that was sent to you.</Trans>
          </Notice>
        )}
        {token !== undefined && token !== '' && <Passcode key={token} token={token} onOpen={setOpened} />}
      </Card>
    </div>
  );
}

function Passcode({ token, onOpen }: { token: string; onOpen: (opened: SharedReports) => void }) {
  const { t } = useLingui();
  const api = useApi();
  const submission = useSubmit(async (values) => {
    onOpen(await api.call('POST /api/shares/open/', { body: { token, passcode: textOf(values, 'passcode') } }));
  });
  return (
    <Form submission={submission} failure={t`Nothing was opened.`} action={t`Show the reports`} busy={t`Opening...`}>
      <TextField
        label={<Trans>Passcode</Trans>}
        hint={<Trans>{passcodeLength} digits</Trans>}
        name="passcode"
        required
        autoComplete="off"
        inputMode="numeric"
        maxLength={20}
        error={submission.errorOf('passcode')}
      />
    </Form>
  );
}

function Reports({ opened: { patient, ends_at, records } }: { opened: SharedReports }) {
  const { t } = useLingui();
  const when = useWhen();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const name = patient || t`Somebody`;
  const until = when.moment(new Date(ends_at), ownZone());
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <header className="grid gap-1">
        <h1 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere">
          <Plural
            value={records.length}
            one={`${name} shares a report with you`}
            other={`${name} shares # reports with you`}
          />
        </h1>
        <p className="text-muted">
          <Trans>
            Until {until}. {name} reads that you have opened it, and can end it at any moment.
          </Trans>
        </p>
      </header>
      <h2 className="sr-only">
        <Trans>The reports</Trans>
      </h2>
      <ul className="grid items-start gap-4 md:grid-cols-2">
        {records.map((record) => (
          <li key={record.id} className="min-w-0">
            <SharedRecordCard record={record} patient={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The fragment of the address, which never leaves the browser: kept there, so that a phone that loads the page anew asks for
 * the passcode and not for the link. Undefined until the browser has looked.
 */
function useFragment(): string | undefined {
  const [fragment, setFragment] = useState<string>();
  useEffect(() => {
    const read = () => setFragment(window.location.hash.slice(1));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return fragment;
}
