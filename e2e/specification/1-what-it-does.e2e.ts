import { expect, test } from '../support/journey.ts';
import { constant, covers } from './covers.ts';

test('the footer', async ({ page }) => {
  covers('1:trusted-partner', '1:footer', '9:footer-placeholders');
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('trusted healthcare partner');
  const icons = footer.getByRole('list', { name: 'Social media' });
  expect(await icons.getByRole('img').count()).toBeGreaterThan(0);
  await expect(icons.getByRole('link')).toHaveCount(0);
  for (const name of ['Quick Links', 'Our Services', 'Contact Us']) {
    await expect(footer.getByRole('heading', { name })).toBeVisible();
  }
  await expect(footer.getByRole('link', { name: /^\+91 80 0000/ })).toHaveAttribute('href', /^tel:/);
  await expect(footer.getByRole('link', { name: /@.+\.example$/ })).toHaveAttribute('href', /^mailto:/);
  await expect(footer.getByText('12 Example Road')).toBeVisible();
  await expect(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
  for (const to of ['/privacy', '/terms', '/sitemap', '/', '/about', '/contact']) {
    await expect(footer.locator(`a[href="${to}"]`).last()).toBeVisible();
  }
});

test('the home page shows the first six articles too', async ({ page }) => {
  covers('1:first-of-lists');
  await page.goto('/');
  const articles = page.getByRole('region', { name: 'Health blogs' }).getByRole('article');
  await expect(articles).toHaveCount(constant('9:home-blogs'));
});
