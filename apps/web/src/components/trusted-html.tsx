/** The part of the Trusted Types API that is used here; not every browser has it. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string };
}

/** The one policy that the pages' headers allow. Nothing but the component below may use it. */
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('carecommons', {
  createHTML: (html) => html,
});

/** HTML that our server has rendered and sanitised: the `body` of an answer, never anything else. */
export function TrustedHtml({ body, className }: { body: string; className: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: policy?.createHTML(body) ?? body }} />;
}
