import { Trans, useLingui } from '@lingui/react/macro';
import { Article, Part, Points } from '../components/article.tsx';
import { useHead } from '../lib/head.tsx';
import { useSite } from '../lib/site.ts';

export function Page() {
  const { t } = useLingui();
  const { emergency_number: number } = useSite();
  useHead({
    title: t`Terms`,
    description: t`The rules of this installation of Carecommons, in plain words: emergencies, appointments, what people write, and providers.`,
  });
  return (
    <Article title={<Trans>Terms</Trans>} lead={<Trans>The rules of this place, in plain words.</Trans>}>
      <Part title={<Trans>Not for emergencies</Trans>}>
        <p>
          <Trans>Nobody watches this site day and night. If somebody may be in danger, call {number} now.</Trans>
        </p>
      </Part>
      <Part title={<Trans>Appointments</Trans>}>
        <Points>
          <li>
            <Trans>
              Asking for a time makes a request. It is an appointment only when the provider has approved it.
            </Trans>
          </li>
          <li>
            <Trans>
              The fee on the card is what the provider says. It is paid to the provider; this site takes no money.
            </Trans>
          </li>
          <li>
            <Trans>The treatment is between you and the provider. The operator is no party to it.</Trans>
          </li>
        </Points>
      </Part>
      <Part title={<Trans>Providers</Trans>}>
        <Points>
          <li>
            <Trans>
              Who registers as a provider says truly who they are, and may practise where they do. “Not yet verified”
              means that nobody has checked this yet.
            </Trans>
          </li>
          <li>
            <Trans>A false statement ends the listing.</Trans>
          </li>
        </Points>
      </Part>
      <Part title={<Trans>What people write</Trans>}>
        <Points>
          <li>
            <Trans>Be kind. No insults, no advertisements, nobody else’s health or identity.</Trans>
          </li>
          <li>
            <Trans>
              What is written in blogs, answers and rooms is general information. Do not start, stop or change a
              treatment because of it.
            </Trans>
          </li>
          <li>
            <Trans>What you write stays yours; you allow this site to show it where you put it.</Trans>
          </li>
        </Points>
      </Part>
      <Part title={<Trans>Your account</Trans>}>
        <Points>
          <li>
            <Trans>
              One person, one account. Keep your password to yourself, and tell us when somebody else knows it.
            </Trans>
          </li>
          <li>
            <Trans>The operator may close an account that breaks these rules, and will say why.</Trans>
          </li>
        </Points>
      </Part>
    </Article>
  );
}
