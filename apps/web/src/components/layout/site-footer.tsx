import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '../../lib/navigation.tsx';
import { useSite } from '../../lib/site.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function SiteFooter() {
  const { t } = useLingui();
  const site = useSite();
  const quickLinks: [string, string][] = [
    ['/', t`Home`],
    ['/about', t`About`],
    ['/services', t`Services`],
    ['/specialists', t`Specialists`],
    ['/contact', t`Contact`],
  ];
  const services: [string, string][] = [
    ['/providers', t`Find a provider`],
    ['/speciality', t`Specialities`],
    ['/blog', t`Health blogs`],
    ['/help', t`Help centre`],
    ['/chat', t`Chat rooms`],
  ];
  const small: [string, string][] = [
    ['/privacy', t`Privacy`],
    ['/terms', t`Terms`],
    ['/accessibility', t`Accessibility`],
    ['/sitemap', t`Sitemap`],
    ['/', t`Home`],
    ['/about', t`About`],
    ['/contact', t`Contact`],
  ];
  return (
    <footer className="mt-16 border-t border-line bg-surface">
      <div className="page grid grid-cols-2 gap-8 py-10 md:grid-cols-4">
        <div className="col-span-2 grid content-start gap-3 md:col-span-1">
          <p className="text-lg font-bold">Carecommons</p>
          <p className="text-sm text-muted">
            <Trans>
              Your trusted healthcare partner: find the right provider, ask for a time, read your reports, and learn
              from people who have been there.
            </Trans>
          </p>
          <ul className="flex flex-wrap gap-2" aria-label={t`Social media`}>
            {['Facebook', 'X', 'Instagram', 'LinkedIn'].map((name) => (
              <li key={name}>
                <SocialMark name={name} />
              </li>
            ))}
          </ul>
        </div>
        <LinkColumn title={<Trans>Quick Links</Trans>} links={quickLinks} />
        <LinkColumn title={<Trans>Our Services</Trans>} links={services} />
        <div className="col-span-2 grid content-start gap-2 md:col-span-1">
          <h2 className="text-base">
            <Trans>Contact Us</Trans>
          </h2>
          <address className="mb-2 grid gap-1 text-sm text-muted not-italic">
            <a
              href={`tel:${site.contact_phone.replaceAll(/[^+\d]/g, '')}`}
              className="inline-flex min-h-11 items-center hover:text-ink md:min-h-8"
            >
              {site.contact_phone}
            </a>
            <a
              href={`mailto:${site.contact_email}`}
              className="inline-flex min-h-11 items-center hover:text-ink md:min-h-8"
            >
              {site.contact_email}
            </a>
            <span>{site.contact_address}</span>
          </address>
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4 text-sm text-muted">
          <p>
            <Trans>© {new Date().getFullYear()} Carecommons. All rights reserved.</Trans>
          </p>
          <ul className="flex flex-wrap gap-x-4">
            {small.map(([to, label]) => (
              <li key={label}>
                <Link to={to} className="inline-flex min-h-11 items-center hover:text-ink">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function LinkColumn({ title, links }: { title: ReactNode; links: [string, string][] }) {
  return (
    <div>
      <h2 className="mb-1 text-base">{title}</h2>
      <ul className="text-sm text-muted">
        {links.map(([to, label]) => (
          <li key={label}>
            <Link to={to} className="inline-flex min-h-11 items-center hover:text-ink md:min-h-8">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A social network that the operator has not linked yet: the icon is there, and leads nowhere. */
function SocialMark({ name }: { name: string }) {
  return (
    <span
      role="img"
      aria-label={name}
      className="inline-flex size-10 items-center justify-center rounded-full border border-line text-sm font-semibold text-muted"
    >
      {name.slice(0, name === 'LinkedIn' ? 2 : 1).toLowerCase()}
    </span>
  );
}
