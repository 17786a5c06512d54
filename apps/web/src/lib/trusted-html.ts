interface Policy {
  createHTML(html: string): unknown;
}

const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
const policy = factory?.createPolicy('carecommons', { createHTML: (html) => html });

/**
 * Lets HTML into the page that the server has made and sanitised; nothing else may be given to it. The server's own
 * rendering, and browsers without Trusted Types, take it as it is.
 */
export function trustedHtml(html: string): string {
  return (policy?.createHTML(html) ?? html) as string;
}
