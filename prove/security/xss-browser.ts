import type { Browser, Page } from '@playwright/test';

/** The faults in a browser; there should be none. */
export interface Harm {
  executions: string[];
  dialogs: string[];
  requests: string[];
  /** Inserted markup that could run scripts, send requests, or clobber the page's own names. */
  active: string[];
}

const viewport = { width: 1280, height: 900 };

/** A reader's browser on the product, with or without its content security policy. */
export async function openReader(browser: Browser, server: string, withPolicy: boolean) {
  const context = await browser.newContext({ bypassCSP: !withPolicy, viewport });
  const harm: Harm = { executions: [], dialogs: [], requests: [], active: [] };
  await context.exposeFunction('pwned', (n: unknown) => void harm.executions.push(String(n)));
  await context.exposeFunction('breached', (what: string) => void harm.active.push(`policy: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { breached(what: string): void }).breached(`${violatedDirective} ${blockedURI}`);
    });
  });
  await context.route(
    (url) => url.origin !== server && url.protocol.startsWith('http'),
    (route) => {
      harm.requests.push(route.request().url());
      return route.abort();
    },
  );
  context.on('dialog', (dialog) => {
    harm.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const page = await context.newPage();

  async function look(marks: string[]) {
    await showAll(page, marks);
    harm.active.push(...(await page.evaluate(activeParts)));
    const text = await page.evaluate(() => document.querySelector('main')?.textContent ?? '');
    return marks.filter((mark) => text.includes(mark));
  }

  return {
    harm,
    /** Signs the browser in. */
    async signIn({ access, refresh }: { access: string; refresh: string }) {
      await page.goto(`${server}/about`);
      await page.evaluate(
        (tokens) => {
          localStorage.setItem('access', tokens.access);
          localStorage.setItem('refresh', tokens.refresh);
        },
        { access, refresh },
      );
    },
    /** Loads a page, and returns which of the marks it shows. */
    async load(path: string, marks: string[] = []): Promise<string[]> {
      await page.goto(server + path, { waitUntil: 'load' });
      return await look(marks);
    },
    /** Follows a link to a page, and returns which of the marks it shows. */
    async walk(path: string, marks: string[]): Promise<string[]> {
      // A room renders only the visible messages.
      const high = path.startsWith('/room/');
      if (high) await page.setViewportSize({ ...viewport, height: 9000 });
      await page.evaluate((to) => {
        document.querySelector('h1')?.setAttribute('data-before', '');
        history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await page.waitForSelector('h1:not([data-before])');
      const shown = await look(marks);
      if (high) await page.setViewportSize(viewport);
      return shown;
    },
    /** Inserts markup into an empty page unchanged: its effect without sanitising. */
    async writeRaw(html: string) {
      await page.setContent(html, { waitUntil: 'commit' }).catch(() => {});
    },
    close: () => context.close(),
  };
}

/** Waits until a list shows all the marks, loading more if there is more. Missing ones are counted as not shown. */
async function showAll(page: Page, marks: string[]) {
  const more = page.getByRole('button', { name: 'Show more' });
  for (let parts = 0; parts < 5; parts++) {
    const found = await page
      .waitForFunction(
        (wanted) => {
          const text = document.querySelector('main')?.textContent ?? '';
          const missing = wanted.some((mark) => !text.includes(mark));
          const button = [...document.querySelectorAll('main button')].find((one) => one.textContent === 'Show more');
          return missing ? button !== undefined && 'more' : 'all';
        },
        marks,
        { timeout: 5000 },
      )
      .then(async (handle) => await handle.jsonValue())
      .catch(() => 'all');
    if (found === 'all') return;
    const before = await page.getByRole('article').count();
    // Meanwhile the rest may have loaded by itself.
    await more.click({ timeout: 5000 }).catch(() => {});
    await page
      .waitForFunction((count) => document.querySelectorAll('article').length > count, before, { timeout: 5000 })
      .catch(() => {});
  }
}

/** Runs in the page: everything that could act there, and the page's own names that were clobbered. */
function activeParts(): string[] {
  const found: string[] = [];
  const forbidden = 'script, iframe, object, embed, base, meta, link, style, frame, math';
  for (const element of document.querySelectorAll(`main :is(${forbidden})`))
    found.push(element.outerHTML.slice(0, 200));
  for (const element of document.querySelectorAll('main *')) {
    for (const { name, value } of element.attributes) {
      const runs = name.startsWith('on') || name === 'srcdoc';
      const leads = /^\s*(javascript|vbscript|data:text)/i.test(value) && /href|src|action|data/.test(name);
      const names =
        /^(id|name)$/.test(name) && element.closest('.written') !== null && !value.startsWith('user-content-');
      if (runs || leads || names) found.push(`${element.tagName} ${name}=${value.slice(0, 100)}`);
    }
  }
  const own: [string, boolean][] = [
    ['body', document.body instanceof HTMLBodyElement],
    ['getElementById', typeof document.getElementById === 'function'],
    ['createElement', typeof document.createElement === 'function'],
    ['localStorage', window.localStorage instanceof Storage],
  ];
  return [...found, ...own.filter(([, whole]) => !whole).map(([name]) => `${name} is not the page's own`)];
}
