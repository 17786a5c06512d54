import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { When } from '../../components/ui/when.tsx';
import { wallTimeAt } from '../../lib/texts/zoned.ts';
import { forgetUploaded, uploadedFor } from './api.ts';

/** Says after an upload whom the report is for, with the way back to the day of the visit. */
export function JustUploaded() {
  const queries = useQueryClient();
  const [visit] = useState(() => uploadedFor(queries));
  useEffect(() => forgetUploaded(queries), [queries]);
  if (visit === undefined) return null;
  const at = new Date(visit.appointment_datetime);
  return (
    <Notice kind="success">
      <p className="font-semibold">
        <Trans>
          The report for {visit.user.name}, visit of <When at={at} zone={visit.time_zone} />, is uploaded.
        </Trans>
      </p>
      <ButtonLink
        to={`/book/provider?view=day&day=${wallTimeAt(at, visit.time_zone).date}`}
        variant="quiet"
        className="mt-2 w-full md:w-auto"
      >
        <CalendarDays size={20} aria-hidden />
        <Trans>Back to the day</Trans>
      </ButtonLink>
    </Notice>
  );
}
