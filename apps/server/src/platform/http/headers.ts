import { createHash } from 'node:crypto';

/** Headers that every answer carries, whatever it is (controls C22–C24 of ASVS 5.0 chapter 3 practice). */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
} as const;

/** What an answer of the API carries besides: it is data, and nothing in it may ever run or be kept by a shared cache. */
export const apiHeaders = {
  ...commonHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
} as const;

/** The same for a file that a page of this site may show within itself. */
export const shownHeaders = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
} as const;

/**
 * What the worker that shows pushes and keeps pages may do by itself: ask this site, and no other. A browser asks each time whether
 * it is a new one.
 */
export const workerHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-cache',
} as const;

/**
 * What the worker that reads PDFs may do: ask this site, and run WebAssembly besides, which decodes their pictures. No page may do
 * that.
 */
export const pdfWorkerHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
} as const;

/** Where a browser says what the policy of a page has stopped. */
export const policyReportPath = '/policy-reports/';

/** The same address under the name by which the policy knows it. */
export const reportingEndpoints = `policy="${policyReportPath}"`;

/**
 * The one policy of all HTML. There is one inline script, which fetches the others, and one inline style, that of all pages: both
 * are allowed by their hash. Data for the page stands in a `application/json` block, which does not run. `carecommons` is the
 * one Trusted Types policy: it passes HTML that the server has sanitised, and worker addresses.
 */
export function pagePolicy({ styles, start }: { styles: string; start: string }) {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashOf(start)}`,
    `style-src 'self' ${hashOf(styles)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types carecommons',
    // For browsers that know the former alone, and the latter.
    `report-uri ${policyReportPath}`,
    'report-to policy',
  ].join('; ');
}

/** The policy of a small page beside the application: nothing but its own style. */
export function styledPolicy(style: string) {
  return `default-src 'none'; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** An inline style or script as a policy names it. */
function hashOf(inline: string) {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
}
