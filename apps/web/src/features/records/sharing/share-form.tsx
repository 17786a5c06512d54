import type { MedicalRecord } from '@carecommons/contract/records';
import { shareDays } from '@carecommons/contract/share-rules';
import type { Share } from '@carecommons/contract/shares';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfirmed } from '../../../components/confirm-its-you.tsx';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { QueryList } from '../../../components/ui/query-list.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { useSearchText } from '../../../lib/navigation.tsx';
import { ownRecordsQuery, renewRecords } from '../api.ts';
import { ShareLength } from './share-length.tsx';
import { ShareMade } from './share-made.tsx';
import { SharePreview } from './share-preview.tsx';
import { type Recipient, ShareRecipient } from './share-recipient.tsx';
import { ShareRecords } from './share-records.tsx';

/** Chooses what is shared, with whom and for how long; says what will be seen before it is done. */
export function ShareForm() {
  const list = useInfiniteQuery(ownRecordsQuery(useApi()));
  return (
    <QueryList
      list={list}
      failure={<Trans>Your reports could not be loaded.</Trans>}
      empty={
        <EmptyState
          title={<Trans>There is nothing to share yet</Trans>}
          action={
            <ButtonLink to="/record" variant="quiet">
              <Trans>Medical reports</Trans>
            </ButtonLink>
          }
        >
          <Trans>Once you have a report, you can let somebody read it from here.</Trans>
        </EmptyState>
      }
    >
      {(records) => <Fields records={records.filter(isShareable)} />}
    </QueryList>
  );
}

const isShareable = ({ report, replaced }: MedicalRecord) => report !== null && replaced === null;

interface Made {
  share: Share;
  link: { path: string; passcode: string } | null;
}

function Fields({ records }: { records: MedicalRecord[] }) {
  const { t } = useLingui();
  const api = useApi();
  const { confirmed, dialog } = useConfirmed();
  const queries = useQueryClient();
  const preselected = Number(useSearchText('report'));
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set(preselected > 0 ? [preselected] : []));
  const [recipient, setRecipient] = useState<Recipient>({ way: 'provider', provider: undefined });
  const [days, setDays] = useState<number>(shareDays.usual);
  const [made, setMade] = useState<Made>();
  const reports = records.filter(({ id }) => selected.has(id));

  const submission = useSubmit(
    async (values) => {
      const { way, provider } = recipient;
      const views = textOf(values, 'most_views');
      const share = () =>
        api.call('POST /api/shares/', {
          body: {
            records: reports.map(({ id }) => id),
            days,
            ...(way === 'provider' && provider !== undefined ? { provider: provider.user } : {}),
            ...(way === 'link' && views !== '' ? { most_views: views } : {}),
          },
        });
      setMade(await confirmed(share));
      renewRecords(queries);
    },
    (): FieldErrors => {
      const wrong: [string, string][] = [];
      if (reports.length === 0) wrong.push(['records', t`Please choose at least one report.`]);
      if (recipient.way === 'provider' && recipient.provider === undefined)
        wrong.push(['provider', t`Please choose a provider.`]);
      return new Map(wrong);
    },
  );
  if (made !== undefined) return <ShareMade share={made.share} link={made.link} />;
  return (
    <>
      <Form
        submission={submission}
        failure={t`Nothing was shared. Please try again.`}
        action={recipient.way === 'link' ? t`Make the link` : t`Share`}
        busy={t`Sharing...`}
      >
        <ShareRecords
          records={records}
          selected={selected}
          onChange={setSelected}
          error={submission.errorOf('records')}
        />
        <ShareRecipient recipient={recipient} onChange={setRecipient} errorOf={submission.errorOf} />
        <ShareLength days={days} onChange={setDays} byLink={recipient.way === 'link'} errorOf={submission.errorOf} />
        <SharePreview records={reports} recipient={recipient} days={days} />
      </Form>
      {dialog}
    </>
  );
}
