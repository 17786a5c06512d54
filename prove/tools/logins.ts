/** A login as a browser sends it from an address, with the device proof that it has. */
export async function logInFrom(server: string, username: string, given: string, from: string, device = '') {
  const answer = await fetch(`${server}/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie: device },
    body: JSON.stringify({ username, password: given }),
  });
  return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
}

/** The device proof in an answer, as a browser returns it; empty if there is none. */
export function deviceFrom({ cookies }: { cookies: string[] }): string {
  return cookies.find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? '';
}
