import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ButtonLink } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { specialityQuery } from '../features/providers/api.ts';
import { ProviderList } from '../features/providers/provider-list.tsx';
import { SpecialityHeader } from '../features/providers/specialities/speciality-header.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { known } from '../lib/texts/i18n.ts';
import { useParam } from '../lib/navigation.tsx';

export function Page() {
  const { t, i18n } = useLingui();
  const id = useParam('specialityId');
  const [speciality] = useSuspenseQuery(specialityQuery(useApi(), id)).data;
  const name = speciality === undefined ? t`Healthcare Providers by Speciality` : known(i18n, speciality.name);
  useHead({
    title: name,
    missing: speciality === undefined,
    description: t`${name}: healthcare providers with address, phone, years of experience and consultation fee. Read their profiles and book an appointment.`,
  });
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <h1 className="text-2xl md:text-3xl">
        <Trans>Healthcare Providers by Speciality</Trans>
      </h1>
      {speciality === undefined ? (
        <EmptyState
          title={<Trans>This speciality is not in our list</Trans>}
          action={
            <ButtonLink to="/speciality">
              <Trans>See all specialities</Trans>
            </ButtonLink>
          }
        >
          <Trans>The link may be old. All specialities that we know are one step away.</Trans>
        </EmptyState>
      ) : (
        <>
          <SpecialityHeader speciality={speciality} />
          <ProviderList
            key={id}
            filter={{ of: id }}
            heading="h3"
            empty={
              <EmptyState
                title={<Trans>No providers in this speciality yet</Trans>}
                action={
                  <ButtonLink to="/providers">
                    <Trans>See all providers</Trans>
                  </ButtonLink>
                }
              >
                <Trans>Someone in general medicine can often help first, or tell you whom to see.</Trans>
              </EmptyState>
            }
          />
        </>
      )}
    </div>
  );
}
