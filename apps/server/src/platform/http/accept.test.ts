import { expect, test } from 'vitest';
import { prefersHtml } from './accept.ts';

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['text/html;q=0.5, application/json;q=0.4', true],
  ['TEXT/HTML;Q=0.7', true],
  ['application/json', false],
  ['application/json, text/plain, */*', false],
  ['text/html;q=0.4, application/json', false],
  ['text/html, application/json', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['text/*', false],
  ['', false],
  [undefined, false],
  [`text/html,${'a/b,'.repeat(1000)}`, false],
])('%s asks for HTML: %s', (accept, html) => {
  expect(prefersHtml(accept)).toBe(html);
});
