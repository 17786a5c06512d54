import { isWithoutContact } from '@carecommons/contract/appointment-rules';
import type { Appointment } from '@carecommons/contract/appointments';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays, ClipboardList, IndianRupee, MessageSquareText, Phone, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { Fact } from '../../../components/ui/fact.tsx';
import { When } from '../../../components/ui/when.tsx';
import { dial, rupees } from '../../../lib/texts/format.ts';
import { Link } from '../../../lib/navigation.tsx';
import { known } from '../../../lib/texts/i18n.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { Where } from './where.tsx';
import { StatusNote } from './status-note.tsx';
import { type Reader, StatusBadge } from './status-badge.tsx';

const linkClass = 'inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4';

interface Props {
  appointment: Appointment;
  reader: Reader;
  /** What asks for an answer: it stands above all that is known already. */
  children?: ReactNode;
}

/** Where it stands, then when, where, with whom and what about. */
export function AppointmentDetails({ appointment, reader, children }: Props) {
  const { t, i18n } = useLingui();
  const patientName = usePatientName();
  const { appointment_datetime, time_zone, problem, healthcare_provider: provider, user, kind } = appointment;
  const other = reader === 'patient' ? provider : user;
  const otherName = reader === 'patient' ? provider.name : patientName(user);
  // Their account was erased: the hours stay, and with whom they were.
  const left = provider.address === '';
  return (
    <Card>
      <div className="grid gap-6">
        <div className="grid gap-3">
          <StatusBadge appointment={appointment} reader={reader} />
          <StatusNote appointment={appointment} reader={reader} />
        </div>
        {children}
        <dl className="grid gap-4">
          <Fact icon={CalendarDays} name={t`When`} named>
            <strong className="text-lg">
              <When at={new Date(appointment_datetime)} zone={time_zone} />
            </strong>
          </Fact>
          {kind !== null && (
            <Fact icon={ClipboardList} name={t`Kind of visit`} named>
              <bdi className="wrap-anywhere">{known(i18n, kind.name)}</bdi>
              {appointment.confirmed_at_once && (
                <p className="text-sm text-muted">
                  <Trans>Confirmed when it was booked, without a request.</Trans>
                </p>
              )}
            </Fact>
          )}
          <Where appointment={appointment} />
          <Fact icon={UserRound} name={reader === 'patient' ? t`Provider` : t`Patient`} named>
            {reader === 'patient' && !provider.suspended ? (
              <Link to={`/profile/${provider.user}`} className={linkClass}>
                {provider.name}
              </Link>
            ) : (
              otherName
            )}
            {reader === 'provider' && isWithoutContact(user) && (
              <p className="text-sm text-muted">
                <Trans>
                  Contact details are no longer shown: they are for open requests and visits, and thirty days after a
                  visit.
                </Trans>
              </p>
            )}
          </Fact>
          {other.phone !== '' && (
            <Fact icon={Phone} name={t`Phone`} named>
              <a href={dial(other.phone)} className={`tabular ${linkClass}`}>
                {other.phone}
              </a>
            </Fact>
          )}
          {!left && (
            <Fact icon={IndianRupee} name={t`Consultation fee`} named>
              <span className="tabular">{rupees(i18n, kind?.fee ?? provider.fees)}</span>
            </Fact>
          )}
          <Fact icon={MessageSquareText} name={t`Problem`} named>
            {user.name === deletedUser ? (
              <p className="text-muted">
                <Trans>This person has erased the account. What was said here is gone with it.</Trans>
              </p>
            ) : (
              <p dir="auto" className="max-w-read whitespace-pre-line">
                {problem}
              </p>
            )}
          </Fact>
        </dl>
      </div>
    </Card>
  );
}
