import { expect, test } from 'vitest';
import { server } from '../../test/server.ts';
import { providerOf } from '../../test/providers.ts';
import { show } from '../../test/show.tsx';
import { TextField } from '../components/ui/field.tsx';
import { TextArea } from '../components/ui/text-area.tsx';
import { TrustedHtml } from '../components/trusted-html.tsx';
import { BlogCard } from '../features/blogs/blog-card.tsx';
import { ProviderCard } from '../features/providers/provider-card.tsx';
import { ReportCard } from '../features/records/report-card.tsx';

// What people write runs the way of its own letters, whatever the language of the page.

const urdu = 'میرا نام ڈاکٹر سلمیٰ ہے';
const author = { id: 2, username: 'ravi', email: null, provider: null };
const provider = providerOf(urdu);

test.each([
  ['the name on a card of a provider', <ProviderCard key="provider" provider={provider} heading="h2" among={[]} />],
  [
    'the title of an article',
    <BlogCard
      key="blog"
      blog={{ id: 1, title: urdu, content: 'Text', author, likes_count: 0, created_at: '2026-01-05T08:00:00Z' }}
      heading="h2"
    />,
  ],
  ['the title of a report', <ReportCard key="report" title={urdu} facts="" view={null} download={null} />],
  ['the text of an article', <TrustedHtml key="html" body={`<p>${urdu}</p>`} className="written" />],
])('%s', async (_, card) => {
  server.answer('GET /api/next-times/', []);
  const screen = await show(card);
  const shown = screen.getByText(urdu).first();
  await expect.element(shown).toBeVisible();
  expect(getComputedStyle(shown.element()).direction).toBe('rtl');
  expect(getComputedStyle(document.body).direction).toBe('ltr');
});

test('what is typed, but not a number or a day', async () => {
  const screen = await show(
    <>
      <TextField label="Name" />
      <TextArea label="About" />
      <TextField label="Day" type="date" defaultValue="2026-11-25" />
    </>,
  );
  for (const label of ['Name', 'About']) {
    const field = screen.getByLabelText(label);
    await field.fill(urdu);
    expect(getComputedStyle(field.element()).direction).toBe('rtl');
  }
  expect(getComputedStyle(screen.getByLabelText('Day').element()).direction).toBe('ltr');
});
