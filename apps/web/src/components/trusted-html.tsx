import { useMemo } from 'react';

/** The part of the Trusted Types API that is used here; not every browser has it. */
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}
interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}

/** The one policy that the pages' headers allow. Nothing but what stands below may use it. */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('carecommons', {
  createHTML: (html) => html,
  createScriptURL: (address) => address,
});

/** Has the browser run the one worker of the site: it shows pushes, and keeps pages for when one is offline. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  const address = '/sw.js';
  return navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
}

/** Starts a worker of our own build. */
export function startWorker(address: string): Worker {
  return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
}

interface Props {
  body: string;
  className: string;
  /** Its language where that is not the page's. */
  lang?: string | undefined;
}

/** HTML that our server has rendered and sanitised: the `body` of an answer, never anything else. */
export function TrustedHtml({ body, className, lang }: Props) {
  // React sets the HTML again for every new object, which would lose the selection and reload the pictures.
  const html = useMemo(() => ({ __html: policy?.createHTML(body) ?? body }), [body]);
  return <div dir="auto" className={className} lang={lang} dangerouslySetInnerHTML={html} />;
}
