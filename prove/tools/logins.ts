/** A sign-in as a browser sends it that comes from an address, with the device proof it was given before. */
export async function logInFrom(server: string, username: string, given: string, from: string, device = '') {
  const answer = await fetch(`${server}/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie: device },
    body: JSON.stringify({ username, password: given }),
  });
  return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
}

/** The device proof in an answer, as a browser sends it back; empty where there is none. */
export function deviceFrom({ cookies }: { cookies: string[] }): string {
  return cookies.find((cookie) => cookie.startsWith('device='))?.split(';')[0] ?? '';
}
