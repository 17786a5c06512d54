import { homeSpecialities } from '@carecommons/contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { OwnPart } from '../components/own-part.tsx';
import { VisitsFrame } from '../components/visits-frame.tsx';
import { homeBlogsQuery } from '../features/blogs/api.ts';
import { BlogGrid } from '../features/blogs/blog-grid.tsx';
import { Articles } from '../features/home/articles.tsx';
import { Hero } from '../features/home/hero.tsx';
import { KeyFeatures } from '../features/home/key-features.tsx';
import { Rating } from '../features/home/rating.tsx';
import { HomeSection } from '../features/home/section.tsx';
import { Services } from '../features/home/services.tsx';
import { homeProvidersQuery, specialityNamesQuery } from '../features/providers/api.ts';
import { ProviderGrid } from '../features/providers/provider-grid.tsx';
import { SpecialityChips } from '../features/providers/specialities/speciality-chips.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { useSignedIn } from '../lib/session/session.ts';

export function Page() {
  const { t } = useLingui();
  useHead({
    title: 'Carecommons',
    description: t`Find a healthcare provider by name, speciality or place, ask for an appointment, read your reports, and ask the community.`,
  });
  const api = useApi();
  const signedIn = useSignedIn();
  const { data: specialities } = useSuspenseQuery(specialityNamesQuery(api));
  const { data: providers } = useSuspenseQuery(homeProvidersQuery(api));
  const { data: blogs } = useSuspenseQuery(homeBlogsQuery(api));
  return (
    <div className="grid gap-12 md:gap-16">
      {signedIn && (
        <div className="grid gap-3 pt-6">
          <OwnPart part="home" before={<VisitsFrame />} />
        </div>
      )}
      <Hero />
      <Services />
      <KeyFeatures />
      <HomeSection title={<Trans>Specialities</Trans>} to="/speciality" onward={<Trans>All specialities</Trans>}>
        <SpecialityChips specialities={specialities.slice(0, homeSpecialities)} />
      </HomeSection>
      <HomeSection title={<Trans>Healthcare providers</Trans>} to="/providers" onward={<Trans>All providers</Trans>}>
        <ProviderGrid providers={providers} heading="h3" />
      </HomeSection>
      <Articles>{blogs.length > 0 ? <BlogGrid blogs={blogs} heading="h3" /> : null}</Articles>
      <Rating />
    </div>
  );
}
