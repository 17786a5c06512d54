import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { specialityNamesQuery } from '../features/providers/api.ts';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { known } from '../lib/texts/i18n.ts';
import { Link } from '../lib/navigation.tsx';

export function Page() {
  const { t, i18n } = useLingui();
  const specialities = useSuspenseQuery(specialityNamesQuery(useApi())).data;
  useHead({ title: t`Sitemap`, description: t`Every page of Carecommons on one page.` });
  const groups: [string, [string, string][]][] = [
    [
      t`Find care`,
      [
        ['/', t`Home`],
        ['/search', t`Search`],
        ['/providers', t`Healthcare providers`],
        ['/speciality', t`Specialities`],
        ['/specialists', t`Specialists from A to Z`],
      ],
    ],
    [
      t`Community`,
      [
        ['/blog', t`Health blogs`],
        ['/help', t`Help centre`],
        ['/chat', t`Chat rooms`],
      ],
    ],
    [
      t`For you`,
      [
        ['/login', t`Login`],
        ['/forgot-password', t`Forgot your password?`],
        ['/register', t`Register`],
        ['/dashboard', t`Dashboard`],
        ['/book', t`Appointments`],
        ['/record', t`Medical reports`],
        ['/account', t`Your account`],
        ['/register/user/provider', t`Your provider profile`],
        ['/schedule', t`Your hours as a provider`],
      ],
    ],
    [
      t`About us`,
      [
        ['/about', t`About`],
        ['/services', t`Services`],
        ['/contact', t`Contact`],
        ['/privacy', t`Privacy`],
        ['/terms', t`Terms`],
        ['/accessibility', t`Accessibility`],
        ['/sitemap', t`Sitemap`],
      ],
    ],
    [t`Providers by speciality`, specialities.map(({ id, name }) => [`/all/${id}`, known(i18n, name)])],
  ];
  return (
    <div className="page grid gap-8 py-8 md:py-12">
      <h1 className="text-2xl md:text-3xl">
        <Trans>Sitemap</Trans>
      </h1>
      <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-4">
        {groups.map(([name, links]) => (
          <section key={name} className={links.length > 10 ? 'md:col-span-2 lg:col-span-4' : ''}>
            <h2 className="mb-2 text-lg">{name}</h2>
            <ul className={links.length > 10 ? 'gap-x-8 md:columns-2 lg:columns-4' : ''}>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-11 items-center text-primary underline-offset-4 hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
