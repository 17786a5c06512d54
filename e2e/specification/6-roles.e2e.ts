import { expect, test } from '../support/journey.ts';
import { routes } from './facts.ts';
import { enter, newPatient, signInAs } from './api.ts';
import { covers } from './covers.ts';

test('everybody reads the public pages; their lists need no account, and all else does', async ({ page, request }) => {
  covers('6:anonymous', '6:logged-in');
  for (const path of ['/', '/register', '/login', '/providers', '/speciality', '/all/1', '/blog', '/help']) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 200]);
    await expect(page).toHaveURL(path);
  }
  const headers = { accept: 'application/json' };
  for (const path of ['/providers/', '/providers/1/', '/providers/speciality/1/', '/speciality/']) {
    expect([path, (await request.get(path, { headers })).status()]).toEqual([path, 200]);
  }
  for (const path of ['/apis/blogs/', '/apis/help-center/']) {
    expect([path, (await request.get(path, { headers })).status()]).toEqual([path, 200]);
  }
  const closed = [
    ['GET', '/check/'],
    ['GET', '/current-user/'],
    ['POST', '/apis/blogs/create/'],
    ['GET', '/apis/full/1/'],
    ['POST', '/apis/like/1/'],
    ['POST', '/apis/help-center/create/'],
    ['GET', '/apis/help-center/1/comments/'],
    ['GET', '/apis/chat-rooms/'],
    ['GET', '/apis/messages/1/'],
    ['GET', '/api/records/'],
    ['GET', '/api/upcoming/'],
    ['POST', '/api/appointments/create/'],
  ] as const;
  for (const [method, path] of closed) {
    const answer = await request.fetch(path, { method, headers });
    expect([method, path, answer.status()]).toEqual([method, path, 401]);
  }
});

test('a person who has signed in opens every page; one who is no provider finds nothing of providers', async ({
  page,
  request,
  allow,
  product,
}) => {
  covers('7:one-host');
  covers('1:patients', '6:logged-in', '6:other-roles', '6:healthcare-provider');
  test.slow();
  allow(/status of 40[34]|You do not have permission|There is nothing at this address/);
  const patient = await newPatient(request);
  await signInAs(page, patient);
  const hosts = new Set<string>();
  page.on('request', (sent) => hosts.add(new URL(sent.url()).origin));
  const acting = ['/logout', '/blog/del/:blogId'];
  const guarded = Object.entries(routes).filter(([, [access]]) => access === 'guarded');
  for (const path of guarded.map(([id]) => id.slice(2)).filter((one) => !acting.includes(one))) {
    const address = path.replaceAll(/:\w+/g, '1');
    await page.goto(address);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
  }
  expect([...hosts]).toEqual([product.url]);
  for (const path of ['/api/upcoming-provider/', '/api/appointments/provider/', '/api/records-provider/']) {
    expect(await patient.good('GET', path)).toEqual([]);
  }
  const unknown = await enter(request);
  expect((await unknown.call('PUT', '/api/approve-appointment/1/')).status).toBe(404);
});
