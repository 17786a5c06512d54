import { Trans, useLingui } from '@lingui/react/macro';
import { Mail, MapPin, Phone } from 'lucide-react';
import { Article, Part } from '../components/article.tsx';
import { EmergencyNote } from '../components/emergency-note.tsx';
import { Card } from '../components/ui/card.tsx';
import { useHead } from '../lib/head.tsx';
import { Link } from '../lib/navigation.tsx';
import { useSite } from '../lib/site.ts';

const linkClass = 'inline-flex min-h-11 items-center text-primary underline underline-offset-4';

export function Page() {
  const { t } = useLingui();
  const site = useSite();
  useHead({
    title: t`Contact`,
    description: t`How to reach the people who run this Carecommons: telephone, e-mail and address.`,
  });
  return (
    <Article
      title={<Trans>Contact</Trans>}
      lead={<Trans>For questions about this site, your account or your data.</Trans>}
    >
      <EmergencyNote />
      <Card>
        <address className="grid gap-3 not-italic">
          <p className="flex items-center gap-3">
            <Phone size={20} className="shrink-0 text-primary" aria-hidden />
            <a className={linkClass} href={`tel:${site.contact_phone.replaceAll(/[^+\d]/g, '')}`}>
              {site.contact_phone}
            </a>
          </p>
          <p className="flex items-center gap-3">
            <Mail size={20} className="shrink-0 text-primary" aria-hidden />
            <a className={linkClass} href={`mailto:${site.contact_email}`}>
              {site.contact_email}
            </a>
          </p>
          <p className="flex items-center gap-3">
            <MapPin size={20} className="shrink-0 text-primary" aria-hidden />
            {site.contact_address}
          </p>
        </address>
      </Card>
      <Part title={<Trans>About a visit</Trans>}>
        <p>
          <Trans>
            Please ask the provider: the telephone number is on{' '}
            <Link to="/providers" className="text-primary underline underline-offset-4">
              every provider’s card
            </Link>
            . We cannot give medical advice.
          </Trans>
        </p>
      </Part>
    </Article>
  );
}
